import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Break } from '#test/break.ts';
import type { MockScenario } from '#test/mock/mock-provider.ts';
import { completionBody } from '#test/openai/completion.ts';
import { type AnswerEvent, allEventsOf, eventsOf } from '#test/reading/answer-events.ts';
import type { JobCaller } from '#test/world/job-caller.ts';
import { type JobWorld, openJobWorld } from '#test/world/job-world.ts';
import type { TestService } from '#test/world/process.ts';

const asEvents = { accept: 'text/event-stream' };
/** What a model that thinks aloud sends, and what it has to say. */
const aloud = ['<thi', 'nk>A secret plan. ', 'More of it.</think>\n\n', 'Hi', ' there.'];
const answer = 'Hi there.';

let world: JobWorld;
let here: TestService;
let elsewhere: TestService;

before(async () => {
  world = await openJobWorld();
  [here, elsewhere] = await Promise.all([world.start(), world.start({ roles: 'api' })]);
});
after(() => world[Symbol.asyncDispose]());

/** A model that thinks aloud until `goOn` is called. */
function thinkUntil(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  world.mock.enqueue({ texts: aloud, before: (place) => (place === 2 ? promise : undefined) });
  return resolve;
}

/** Calls that fail, the first and both of its repeats; a success before them keeps the circuit closed. */
async function failThrice(caller: JobCaller, scenario: MockScenario): Promise<void> {
  await (await caller.send('/stream')).text();
  world.mock.enqueue(scenario, scenario, scenario);
}

/** The next event with this name. */
async function next(events: AsyncGenerator<AnswerEvent>, name: string): Promise<AnswerEvent> {
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) assert.fail(`the events ended before a ${name}`);
    if (value.event === name) return value;
  }
}

const stepsIn = (events: readonly AnswerEvent[]) => events.filter(({ event }) => event === 'step');
const textIn = (events: readonly AnswerEvent[]) =>
  events.map(({ event, data }) => (event === 'delta' ? data['text'] : '')).join('');

describe('What a model thinks', () => {
  it('is in no answer, output, conversation or later prompt', async () => {
    const caller = await world.caller(here);
    world.mock.enqueue({ texts: aloud });
    const response = await caller.send('/stream');
    assert.equal(await response.text(), answer);
    const id = response.headers.get('x-job-id') ?? '';
    const conversation_uuid = response.headers.get('x-conversation-id');
    assert.equal((await caller.output(id)).answer, answer);
    assert.equal(await (await caller.at(elsewhere).follow(id)).text(), answer);
    const read = await caller.fetch(`/conversations/${conversation_uuid}?external_user_id=user-1`);
    assert.doesNotMatch(await read.text(), /secret|think/);
    world.mock.enqueue({ texts: [aloud.join('')] });
    const job = await caller.enqueue({ conversation_uuid });
    await caller.untilFinal(job.job_uuid);
    assert.equal((await caller.output(job.job_uuid)).text, answer);
    assert.doesNotMatch(JSON.stringify(world.mock.calls.at(-1)?.messages), /secret|think/);
  });

  it('is no answer: one that ends inside of it failed, and is refunded', async () => {
    const caller = await world.caller(here);
    for (const format of ['text/plain', 'text/event-stream']) {
      await failThrice(caller, { texts: ['<think>', 'A secret plan'] });
      const used = await caller.used();
      const response = await caller.send('/stream', {}, { accept: format });
      const text = await response.text();
      assert.equal(response.status, format === 'text/plain' ? 502 : 200);
      assert.match(text, /"code":"provider_error"/);
      assert.doesNotMatch(text, /secret/);
      assert.equal(await caller.used(), used);
    }
  });
});

describe('A model that thinks', () => {
  it('is shown to readers of events as a step, with the cursor of the text', async () => {
    const caller = await world.caller(here);
    const goOn = thinkUntil();
    const events = eventsOf(await caller.send('/stream', {}, asEvents));
    const running = await next(events, 'step');
    const { step_uuid } = running.data;
    assert.match(String(step_uuid), /^[0-9a-f-]{36}$/);
    assert.deepEqual(
      [running.id, running.data],
      ['1.0', { step_uuid, kind: 'thinking', label: null, status: 'running' }],
    );
    goOn();
    const done = await next(events, 'step');
    assert.deepEqual([done.id, done.data], ['1.0', { ...running.data, status: 'done' }]);
    const rest: AnswerEvent[] = [];
    for await (const event of events) rest.push(event);
    assert.deepEqual([textIn(rest), stepsIn(rest)], [answer, []]);
    assert.equal(rest.at(-1)?.event, 'done');
  });

  it('is shown again after a resume, with the same id, and to everybody who follows there', async () => {
    const caller = await world.caller(here);
    const goOn = thinkUntil();
    const first = eventsOf(
      await caller.send('/stream', { options: { on_disconnect: 'continue' } }, asEvents),
    );
    const { job_uuid } = (await next(first, 'meta')).data;
    const { id, data } = await next(first, 'step');
    await first.return(undefined);
    const resumed = eventsOf(await caller.follow(String(job_uuid), id, asEvents.accept));
    assert.deepEqual((await next(resumed, 'step')).data, data);
    goOn();
    assert.deepEqual((await next(resumed, 'step')).data, { ...data, status: 'done' });
    assert.match(String((await next(resumed, 'delta')).data['text']), /^Hi/);
    const late = await allEventsOf(await caller.follow(String(job_uuid), '1.2', asEvents.accept));
    assert.equal(textIn(late), ' there.');
  });

  it('is no news for readers of text, of output, and of another process', async () => {
    const caller = await world.caller(here);
    const goOn = thinkUntil();
    const first = eventsOf(await caller.send('/stream', {}, asEvents));
    const id = String((await next(first, 'meta')).data['job_uuid']);
    await next(first, 'step');
    const plain = await caller.follow(id);
    const follower = await caller.at(elsewhere).follow(id, undefined, asEvents.accept);
    goOn();
    const [text, there] = await Promise.all([plain.text(), allEventsOf(follower)]);
    assert.equal(text, answer);
    await next(first, 'done');
    assert.deepEqual([textIn(there), stepsIn(there)], [answer, []]);
    assert.equal(JSON.stringify(await caller.output(id)).includes('step'), false);
  });

  it('ends its step with a call that fails, and begins another with the next', async () => {
    const caller = await world.caller(here);
    world.mock.enqueue({ texts: aloud.slice(0, 2), truncateAfter: 2 }, { texts: aloud });
    const events = await allEventsOf(await caller.send('/stream', {}, asEvents));
    const steps = stepsIn(events).map(({ data }) => [data['step_uuid'], data['status']]);
    const [one, other] = [...new Set(steps.map(([uuid]) => uuid))];
    assert.deepEqual(steps, [
      [one, 'running'],
      [one, 'failed'],
      [other, 'running'],
      [other, 'done'],
    ]);
    assert.equal(textIn(events), answer);
  });

  it('keeps the head of a response back: a failure has its own status', async () => {
    const caller = await world.caller(here);
    const cut = { texts: aloud.slice(0, 2), truncateAfter: 2 };
    const ask: readonly ((each: JobCaller) => Promise<Response>)[] = [
      (each) => each.send('/stream'),
      (each) => completion(each, true),
      (each) => completion(each, false),
    ];
    for (const send of ask) {
      await failThrice(caller, cut);
      const response = await send(caller);
      assert.equal(response.status, 502, await response.text());
    }
    await failThrice(caller, cut);
    const events = await allEventsOf(await caller.send('/stream', {}, asEvents));
    assert.deepEqual(
      [...new Set(events.map(({ event }) => event))],
      ['meta', 'step', 'error'],
      'a reader of events has its head from the admission on',
    );
    assert.equal(stepsIn(events).at(-1)?.data['status'], 'failed');
  });

  it('is stopped like one that writes, and its step has failed', async () => {
    const caller = await world.caller(here);
    const goOn = thinkUntil();
    const events = eventsOf(await caller.send('/stream', {}, asEvents));
    const { job_uuid } = (await next(events, 'meta')).data;
    await next(events, 'step');
    await caller.cancel(String(job_uuid));
    assert.equal((await next(events, 'step')).data['status'], 'failed');
    assert.equal((await next(events, 'error')).data['code'], 'cancelled');
    goOn();
  });
});

function completion(caller: JobCaller, stream: boolean): Promise<Response> {
  return caller.fetch('/../openai/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(completionBody({ stream })),
  });
}

export const breaks: readonly Break[] = [
  {
    rule: 'A step keeps the head of a response back',
    file: 'src/http/streaming/answer-turn.ts',
    replace: 'onStep: () => {} }',
    by: 'onStep: settle }',
  },
  {
    rule: 'A call that failed while it thought ends its step',
    file: 'src/core/turn/live-turn.ts',
    replace: `    this.#model = model;
    this.steps.endThought('failed');`,
    by: '    this.#model = model;',
  },
  {
    rule: 'The first text ends the step of thinking',
    file: 'src/core/turn/live-turn.ts',
    replace: `    if (text === '') return;
    this.steps.endThought('done');`,
    by: "    if (text === '') return;",
  },
  {
    rule: 'A turn that ends while its model thinks ends the step',
    file: 'src/core/turn/live-turn.ts',
    replace: "if (end.kind === 'failed' || end.kind === 'cancelled') this.steps.end('failed');",
    by: "if (end.kind === 'failed') this.steps.end('failed');",
  },
  {
    rule: 'A step carries the cursor of the text before it',
    file: 'src/http/streaming/stream-sink.ts',
    replace: `    this.#cursor = cursor;
    this.#send('step'`,
    by: `    this.#cursor = { ...cursor, attempt: 0 };
    this.#send('step'`,
  },
];
