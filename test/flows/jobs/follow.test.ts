import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { type AnswerEvent, allEventsOf, eventsOf } from '#test/reading/answer-events.ts';
import { until } from '#test/reading/until.ts';
import type { JobCaller } from '#test/world/job-caller.ts';
import { type JobWorld, openJobWorld } from '#test/world/job-world.ts';
import type { TestService } from '#test/world/process.ts';

let world: JobWorld;
let here: TestService;
let elsewhere: TestService;
const events = 'text/event-stream';

before(async () => {
  world = await openJobWorld();
  [here, elsewhere] = await Promise.all([world.start(), world.start({ roles: 'api' })]);
});
after(() => world[Symbol.asyncDispose]());

for (const where of ['the process that runs it', 'another process']) {
  describe(`GET /jobs/{uuid}/stream at ${where}`, () => {
    let caller: JobCaller;

    before(async () => {
      const partner = await world.caller(here, { model: 'deltas=15,pace=40' });
      caller = partner.at(serviceFor(where));
    });

    it('follows a job from its place in the queue to its end, as events', async () => {
      // The end waits until the beginning was told.
      const begun = Promise.withResolvers<void>();
      world.mock.enqueue({ deltas: 15, before: (place) => (place === 8 ? begun.promise : undefined) });
      const { job_uuid, conversation_uuid } = await caller.enqueue();
      const response = await caller.follow(job_uuid, undefined, events);
      assert.equal(response.headers.get('x-job-id'), job_uuid);
      const told: AnswerEvent[] = [];
      for await (const event of eventsOf(response)) {
        told.push(event);
        if (event.event === 'delta') begun.resolve();
      }
      assert.deepEqual([told[0]?.event, told.at(-1)?.event], ['meta', 'done']);
      assert.equal(told[0]?.data['conversation_uuid'], conversation_uuid);
      assert.equal(textIn(told), mockText(15));
    });

    it('follows a job as plain text, with a clean end', async () => {
      const { job_uuid } = await caller.enqueue();
      const response = await caller.follow(job_uuid);
      assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
      assert.equal(await response.text(), mockText(15));
    });

    it('resumes from the cursor of any event', async () => {
      const { job_uuid } = await caller.enqueue();
      const response = await caller.follow(job_uuid, undefined, events);
      let seen = '';
      let cursor = '';
      for await (const { event, id, data } of eventsOf(response)) {
        if (event !== 'delta') continue;
        seen += data['text'];
        cursor = id;
        break;
      }
      const rest = await (await caller.follow(job_uuid, cursor)).text();
      assert.equal(seen + rest, mockText(15));
      assert.match(cursor, /^1\.\d+$/);
    });

    it('ends at once, with nothing more, for a reader who has everything', async () => {
      const { job_uuid } = await caller.enqueue();
      await caller.untilFinal(job_uuid);
      const whole = await caller.output(job_uuid);
      assert.equal(await (await caller.follow(job_uuid, whole.cursor)).text(), '');
      assert.equal(await (await caller.follow(job_uuid)).text(), mockText(15));
    });

    it('cuts a plain follower and sends an event to one of events when the job is cancelled', async () => {
      const endless = (await world.caller(here, { model: 'stall=2' })).at(serviceFor(where));
      const { job_uuid } = await endless.enqueue();
      await endless.untilRunning(job_uuid);
      const plain = await endless.follow(job_uuid);
      const told = allEventsOf(await endless.follow(job_uuid, undefined, events));
      await endless.cancel(job_uuid);
      await assert.rejects(plain.text());
      const last = (await told).at(-1);
      assert.deepEqual([last?.event, last?.data['code']], ['error', 'cancelled']);
    });

    it('follows the turn of a stream', async () => {
      const response = await caller.at(here).send('/stream');
      const id = response.headers.get('x-job-id') ?? '';
      const followed = await (await caller.follow(id)).text();
      assert.deepEqual([followed, await response.text()], [mockText(15), mockText(15)]);
    });
  });
}

describe('an answer in characters of many bytes', () => {
  const pieces = ['Größe — ', '日本語の', '文章。 ', '😀 and 👩‍👩‍👧, ', 'a NUL \0, ', 'über das ', 'Ende 🏁'];
  const whole = pieces.join('');
  const ends = pieces.map((_, place) => pieces.slice(0, place + 1).join(''));

  it('is the same text once at another process, as events and as text, and resumes from any cursor', async () => {
    const caller = (await world.caller(here)).at(elsewhere);
    const { job_uuid, told, plain } = await tellByPieces(caller);
    assert.deepEqual([textIn(told), await plain], [whole, whole]);
    const deltas = told.filter((one) => one.event === 'delta');
    let bytes = 0;
    for (const { id, data } of deltas) {
      bytes += Buffer.byteLength(String(data['text']));
      assert.equal(id, `1.${bytes}`);
    }
    const all = Buffer.from(whole);
    for (let from = 0; from <= all.length; from++) {
      const rest = await (await caller.follow(job_uuid, `1.${from}`)).text();
      const isInside = ((all[from] ?? 0) & 0xc0) === 0x80;
      if (isInside) assert.ok(whole.endsWith(rest) && !rest.startsWith('\ufffd'), `${from}: ${rest}`);
      else assert.equal(rest, all.subarray(from).toString(), `from byte ${from}`);
    }
  });

  it('resumes exactly from the cursor of each event while it is still written', async () => {
    const caller = (await world.caller(here)).at(elsewhere);
    const resumed: Promise<string>[] = [];
    await tellByPieces(caller, (job_uuid, before, cursor) => {
      const rest = caller.follow(job_uuid, cursor).then((response) => response.text());
      resumed.push(rest.then((text) => before + text));
    });
    assert.equal(resumed.length, pieces.length);
    for (const text of await Promise.all(resumed)) assert.equal(text, whole);
  });

  /** Each piece is sent once the one before it was told. */
  async function tellByPieces(
    caller: JobCaller,
    onTold: (job: string, seen: string, cursor: string) => void = () => undefined,
  ) {
    const asked = pieces.map(() => Promise.withResolvers<void>());
    asked[0]?.resolve();
    world.mock.enqueue({ texts: pieces, before: (place) => asked[place]?.promise });
    const { job_uuid } = await caller.enqueue();
    const plain = caller.follow(job_uuid).then((response) => response.text());
    const told: AnswerEvent[] = [];
    for await (const event of eventsOf(await caller.follow(job_uuid, undefined, events))) {
      told.push(event);
      if (event.event !== 'delta') continue;
      const seen = textIn(told);
      onTold(job_uuid, seen, event.id);
      asked[ends.indexOf(seen) + 1]?.resolve();
    }
    return { job_uuid, told, plain };
  }
});

describe('an answer of some megabytes', () => {
  it('is whole to its followers at every process, and where it is stored', async () => {
    const caller = await world.caller(here);
    const followed = Promise.withResolvers<void>();
    const scenario = { deltas: 60, paceMs: 20, deltaLength: 60_000 };
    world.mock.enqueue({ ...scenario, before: (place) => (place === 45 ? followed.promise : undefined) });
    const { job_uuid } = await caller.enqueue();
    await caller.untilRunning(job_uuid);
    const early = [caller, caller.at(elsewhere)].map(async (one) => (await one.follow(job_uuid)).text());
    // Its beginning has left memory by then.
    let output = await caller.output(job_uuid, undefined, 10);
    while (Buffer.byteLength(output.text) < 2_000_000) output = await caller.output(job_uuid, '1.0', 10);
    const following = await caller.follow(job_uuid);
    followed.resolve();
    const late = await following.text();
    const { answer } = await caller.output(job_uuid);
    const expected = mockText(60, 60_000);
    for (const text of [late, answer ?? '', ...(await Promise.all(early))]) {
      assert.ok(text === expected, `${text.length} characters of ${expected.length}`);
    }
  });
});

describe('a new attempt', () => {
  it('voids what was read: reset for events, a cut for text, a new beginning for /output', async () => {
    const caller = (await world.caller(here)).at(elsewhere);
    const [replaced, readAgain, readOn] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const held = (...until: readonly (Promise<void> | undefined)[]) => ({
      deltas: 30,
      before: (place: number) => until[place / 10 - 1],
    });
    world.mock.enqueue(held(replaced?.promise), held(readAgain?.promise, readOn?.promise));
    const calls = world.mock.received;
    const { job_uuid } = await caller.enqueue();
    const list: AnswerEvent[] = [];
    const told = eventsOf(await caller.follow(job_uuid, undefined, events));
    const plain = (await caller.follow(job_uuid)).body?.getReader() ?? assert.fail();
    // Only text that was read can become void.
    while (list.at(-1)?.event !== 'delta') list.push(await next(told));
    await plain.read();
    const before = await firstText(caller, job_uuid);
    await releaseJob(job_uuid);
    await world.mock.waitForCall(calls + 2);
    replaced?.resolve();
    await here.printed(/Writes of a lost attempt were refused/);
    await assert.rejects(async () => {
      while (!(await plain.read()).done);
    });
    const after = await caller.output(job_uuid, before.cursor, 20);
    assert.equal(after.attempt, 2);
    assert.ok(mockText(30).startsWith(after.text), 'text of one attempt only');
    readAgain?.resolve();
    // The end of the attempt before, in the same process, has not made that forget this one.
    await until(async () => (await caller.output(job_uuid, '2.0')).text === mockText(20));
    readOn?.resolve();
    const job = await caller.untilFinal(job_uuid);
    assert.deepEqual([job.status, job.attempt], ['completed', 2]);
    for await (const event of told) list.push(event);
    const reset = list.findIndex((one) => one.event === 'reset');
    assert.ok(reset > 0, 'no reset was told');
    assert.equal(textIn(list.slice(reset)), mockText(30));
  });
});

function serviceFor(where: string): TestService {
  return where === 'another process' ? elsewhere : here;
}

async function firstText(caller: JobCaller, id: string) {
  let output = await caller.output(id, undefined, 10);
  while (output.text === '') output = await caller.output(id, output.cursor, 10);
  return output;
}

async function next(events: AsyncGenerator<AnswerEvent>): Promise<AnswerEvent> {
  const { value, done } = await events.next();
  if (done) throw new Error('the events ended');
  return value;
}

/** As a process does when it shuts down. */
async function releaseJob(id: string): Promise<void> {
  const [turn] = await world.database.query<{ client_id: number; attempt: number }>(
    'select client_id, attempt from turns where id = $1',
    [id],
  );
  assert.ok(turn);
  const turns = new PostgresTurnStore(world.database, { notify: () => Promise.resolve() });
  await turns.release(turn.client_id, id, turn.attempt);
}

function textIn(told: readonly AnswerEvent[]): string {
  return told.map(({ event, data }) => (event === 'delta' ? data['text'] : '')).join('');
}

export const breaks: readonly Break[] = [
  {
    rule: 'The cursor of a follower counts bytes',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'bytes += Buffer.byteLength(piece);',
    by: 'bytes += piece.length;',
  },
  {
    rule: 'An answer that is followed at another process has nothing twice',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'bytes += Buffer.byteLength(piece);',
    by: 'bytes += piece.length;',
  },
  {
    rule: 'A process that runs a later attempt of a turn does not forget it when the one before ends',
    file: 'src/core/turn/process/running-turns.ts',
    replace: 'if (this.#live.get(turn.id) === live) this.#live.delete',
    by: 'this.#live.delete',
  },
  {
    rule: 'A plain follower of an older attempt is cut, because text cannot announce a reset',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'return !hasRead || this.#sink.reset(attempt);',
    by: 'return true;',
  },
];
