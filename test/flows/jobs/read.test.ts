import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Job } from '#contract/jobs.ts';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { bodyOf, type JobCaller } from '#test/world/job-caller.ts';
import { type JobWorld, openJobWorld } from '#test/world/job-world.ts';
import type { TestService } from '#test/world/process.ts';

let world: JobWorld;
let service: TestService;
let other: TestService;

before(async () => {
  world = await openJobWorld();
  [service, other] = await Promise.all([world.start(), world.start({ roles: 'api' })]);
});
after(() => world[Symbol.asyncDispose]());

describe('GET /jobs/{uuid}', () => {
  it('answers 304 to a reader that knows this version, and again only after a change', async () => {
    const caller = await world.caller(service, { model: 'stall=1' });
    const { job_uuid } = await caller.enqueue();
    await caller.untilRunning(job_uuid);
    const first = await caller.read(job_uuid);
    const etag = first.headers.get('etag');
    assert.match(etag ?? '', /^W\/"/);
    const again = await caller.read(job_uuid, { etag });
    assert.deepEqual([again.status, await again.text()], [304, '']);
    await caller.cancel(job_uuid);
    assert.equal((await caller.read(job_uuid, { etag })).status, 200);
  });

  it('answers a long poll when the state changes, and not before', async () => {
    const caller = await world.caller(service, { model: 'stall=1' });
    const { job_uuid } = await caller.enqueue();
    await caller.untilRunning(job_uuid);
    const polled = caller.read(job_uuid, { wait: 30 });
    const early = await Promise.race([polled, caller.job(job_uuid)]);
    assert.ok('status' in early && early.status === 'running');
    await caller.cancel(job_uuid);
    assert.equal((await bodyOf<Job>(await polled)).status, 'cancelled');
  });

  it('answers a reader at once with what changed since the version that it knows', async () => {
    const caller = await world.caller(service, { model: 'stall=1', concurrent_turns: 1 });
    const first = await caller.enqueue();
    await caller.untilRunning(first.job_uuid);
    const { job_uuid } = await caller.enqueue();
    const queued = (await caller.read(job_uuid)).headers.get('etag');
    await caller.cancel(first.job_uuid);
    await caller.untilRunning(job_uuid);
    const started = performance.now();
    await caller.read(job_uuid, { wait: 30, etag: queued });
    // Nothing changes any more, so an answer that waits takes the whole 30 s.
    assert.ok(performance.now() - started < 25_000);
    await caller.cancel(job_uuid);
  });

  it('answers a reader that waits for the end alone then, and with the text', async () => {
    const caller = (await world.caller(service)).at(other);
    const rest = Promise.withResolvers<void>();
    world.mock.enqueue({ deltas: 6, before: (place) => (place === 3 ? rest.promise : undefined) });
    const { job_uuid } = await caller.enqueue();
    const unknown = { wait: 30, until: 'final', etag: 'W/"0"' } as const;
    const polled = caller.read(job_uuid, unknown).then((response) => bodyOf<Job>(response));
    const read = caller.output(job_uuid, undefined, 30, 'final');
    // Text and states that others see are no news to these.
    const { cursor } = await caller.output(job_uuid, undefined, 30);
    const late = caller.output(job_uuid, undefined, 30, 'final');
    const early = await Promise.race([polled, read, late, caller.output(job_uuid, cursor, 1)]);
    assert.equal(early.status, 'running');
    rest.resolve();
    assert.equal((await polled).status, 'completed');
    for (const { text, final } of await Promise.all([read, late])) {
      assert.deepEqual([text, final], [mockText(6), true]);
    }
  });

  it('refuses a foreign, an unknown and a malformed id in the same words', async () => {
    const caller = await world.caller(service);
    const { job_uuid } = await caller.enqueue();
    await caller.untilFinal(job_uuid);
    const stranger = await world.caller(service);
    const answers = [
      await caller.as('user-2').read(job_uuid),
      await stranger.read(job_uuid),
      await caller.read('01a1fe24-f28b-7525-802b-bee3e6012ddb'),
      await caller.read('not-a-uuid'),
    ];
    const bodies = await Promise.all(
      answers.map(async (answer) => ({ ...(await bodyOf(answer)), request_id: '' })),
    );
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([404]));
    for (const body of bodies) assert.deepEqual(body, bodies[0]);
  });
});

describe('GET /jobs/{uuid}/output', () => {
  it('has no text while the job waits', async () => {
    const busy = await world.caller(service, { model: 'stall=1', concurrent_turns: 1 });
    const first = await busy.enqueue();
    await busy.untilRunning(first.job_uuid);
    const { job_uuid } = await busy.enqueue();
    const { status, text, cursor, final, answer } = await busy.output(job_uuid);
    assert.deepEqual({ status, text, cursor, final, answer }, waitingOutput);
    for (const id of [job_uuid, first.job_uuid]) await busy.cancel(id);
  });

  it('gives the text piece by piece, each after the cursor of the previous one, to any process', async () => {
    const caller = (await world.caller(service)).at(other);
    const begun = Promise.withResolvers<void>();
    world.mock.enqueue({ deltas: 12, before: (place) => (place === 6 ? begun.promise : undefined) });
    const { job_uuid } = await caller.enqueue();
    let text = '';
    let output = await caller.output(job_uuid, undefined, 10);
    for (; !output.final; output = await caller.output(job_uuid, output.cursor, 10)) {
      text += output.text;
      // The end waits until the beginning was read.
      if (output.text !== '') begun.resolve();
    }
    text += output.text;
    assert.deepEqual([text, output.answer, output.finish_reason], [mockText(12), mockText(12), 'stop']);
    assert.equal((await caller.output(job_uuid, output.cursor)).text, '');
  });

  it('starts again for the cursor of an older attempt', async () => {
    const caller = await world.caller(service);
    const { job_uuid } = await caller.enqueue();
    await caller.untilFinal(job_uuid);
    assert.equal((await caller.output(job_uuid, '0.4')).text, mockText(5));
    const rest = Buffer.from(mockText(5)).subarray(14).toString();
    assert.equal((await caller.output(job_uuid, '1.14')).text, rest);
  });

  it('never cuts a character, wherever the cursor points', async () => {
    const caller = await world.caller(service, { model: 'tricky' });
    const { job_uuid } = await caller.enqueue();
    await caller.untilFinal(job_uuid);
    const whole = await caller.output(job_uuid);
    for (let byte = 0; byte <= Buffer.byteLength(whole.text); byte++) {
      const { text } = await caller.output(job_uuid, `1.${byte}`);
      assert.ok(
        whole.text.endsWith(text) && !text.includes('\ufffd', 1) === !text.slice(1).includes('\ufffd'),
      );
    }
  });
});

describe('a /stream turn', () => {
  it('can be read and cancelled as a job, at another process too', async () => {
    const caller = await world.caller(service, { model: 'stall=3' });
    const response = await caller.send('/stream');
    const id = response.headers.get('x-job-id') ?? '';
    const elsewhere = caller.at(other);
    const job = await elsewhere.job(id);
    assert.deepEqual([job.status, job.queue_name, job.queue_position], ['running', null, 0]);
    await textOf(elsewhere, id, mockText(3));
    const cancelled = await elsewhere.cancel(id);
    assert.deepEqual([cancelled.status, cancelled.charged.refunded], ['cancelled', false]);
    await assert.rejects(response.text());
  });
});

const waitingOutput = { status: 'queued', text: '', cursor: '0.0', final: false, answer: null };

async function textOf(caller: JobCaller, id: string, wanted: string): Promise<void> {
  let read = await caller.output(id, undefined, 10);
  for (let text = read.text; text !== wanted; text += read.text) {
    assert.ok(wanted.startsWith(text) && !read.final, text);
    read = await caller.output(id, read.cursor, 10);
  }
}

export const breaks: readonly Break[] = [
  {
    rule: 'The cursor of an output counts bytes',
    file: 'src/core/jobs/present-job.ts',
    replace: 'output.from + Buffer.byteLength(output.text)',
    by: 'output.from + output.text.length',
  },
  {
    rule: 'A version that the reader does not know is no news to one that waits for the end',
    file: 'src/core/jobs/read-job.ts',
    replace: "(until === 'change' && !isOld(first))",
    by: '!isOld(first)',
  },
  {
    rule: 'A change of the state is no news to a reader that waits for the end',
    file: 'src/core/jobs/read-job.ts',
    replace: "until === 'final' ? isFinal(snapshot.record.state) : !isOld",
    by: '!isOld',
  },
  {
    rule: 'Text is no news to a reader that waits for the end',
    file: 'src/core/jobs/read-job.ts',
    replace: "(until === 'change' && output.text !== '') ||",
    by: "output.text !== '' ||",
  },
  {
    rule: 'A cursor of an older attempt begins the new text from its beginning',
    file: 'src/adapters/postgres/turns/turn-output.ts',
    replace: 'const asked = attempt === row.attempt ? from : 0;',
    by: 'const asked = from;',
  },
  {
    rule: 'No cursor cuts a character',
    file: 'src/adapters/postgres/turns/turn-output.ts',
    replace: '((bytes[start] ?? 0) & 0xc0) === 0x80) start++;',
    by: '((bytes[start] ?? 0) & 0xc0) === 0x00) start++;',
  },
];
