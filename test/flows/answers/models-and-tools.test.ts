import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Action } from '#contract/answers/action.ts';
import type { EventList } from '#contract/events/event-log.ts';
import type { Job } from '#contract/jobs.ts';
import type { ActionConfirmed } from '#contract/tools/actions.ts';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { type MockProvider, mockText, startMockProvider } from '#test/mock/mock-provider.ts';
import { until } from '#test/reading/until.ts';
import { decide, findAction, lastMessage, readConversation } from '#test/tools/asked-action.ts';
import { openToolWorld, type ToolWorld } from '#test/tools/tool-world.ts';
import { bodyOf, type JobCaller } from '#test/world/job-caller.ts';
import type { TestService } from '#test/world/process.ts';

const finds = (given: object) => ({ name: 'shop_find_orders', arguments: given });
const cancels = (order: string) => ({
  calls: [{ name: 'shop_cancel_order', arguments: { order_id: order } }],
});

describe('A model that asks for what a person has to confirm', () => {
  const parts = new AsyncDisposableStack();
  let world: ToolWorld;
  let service: TestService;
  let model: MockProvider;
  let other: MockProvider;
  before(async () => {
    world = parts.use(await openToolWorld());
    model = parts.use(await startMockProvider());
    other = parts.use(await startMockProvider());
    const folder = makeFolder('parley-models-');
    parts.defer(() => rm(folder, { recursive: true, force: true }));
    const config = join(folder, 'config.json');
    const spare = { id: 'spare', label: 'Spare', wire: 'openai', base_url: other.baseUrl };
    const providers = [{ ...spare, api_key_env: 'SPARE_KEY', models: [{ id: 'mock' }] }];
    await writeFile(config, JSON.stringify({ providers, fallback: ['spare/mock'] }));
    service = await world.start({
      PARLEY_CONFIG: config,
      PARLEY_MODEL: 'openai/mock',
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_API_KEY: 'sk-model',
      SPARE_KEY: 'sk-spare',
    });
  });
  after(() => parts.disposeAsync());

  it('may ask three times behind one charged question, and is told so the fourth time', async () => {
    const { caller, conversation, action } = await ask('1');
    let asked: Action | undefined = action;
    for (const order of ['2', '3', '4']) {
      model.enqueue(cancels(order), ...(order === '4' ? [{ texts: ['That was all.'] }] : []));
      await confirm(caller, asked ?? assert.fail(`nothing was asked before ${order}`));
      asked = (await lastMessage(caller, conversation)).actions?.[0];
    }
    assert.equal(asked, undefined);
    const { messages } = await readConversation(caller, conversation);
    assert.deepEqual(
      messages
        .filter(({ role }) => role === 'assistant')
        .map(({ actions }) => actions?.map(({ question }) => question)),
      [['Cancel order 1?'], ['Cancel order 2?'], ['Cancel order 3?'], undefined],
    );
    assert.match((await lastMessage(caller, conversation)).content, /That was all\.$/);
    assert.match(JSON.stringify(model.calls.at(-1)?.body), /Only one such call is possible now/);
    assert.deepEqual(
      world.shop.effects(),
      ['1', '2', '3'].map((order) => `${caller.user} cancels ${order}`),
    );
    assert.equal(await caller.used(), 1);
  });

  it('is told that nothing was sent where the server of its tool cannot be reached any more', async () => {
    const { caller, conversation, action } = await ask('5');
    const effects = world.shop.effects().length;
    await world.database.query(`update tool_servers set url = 'http://127.0.0.1:1/' where client_id = $1`, [
      caller.clientId,
    ]);
    assert.equal((await confirm(caller, action)).status, 'completed');
    assert.equal(await statusOf(caller, action), 'failed');
    assert.deepEqual(
      (await lastMessage(caller, conversation)).steps?.map(({ status }) => status),
      ['failed'],
    );
    assert.equal(world.shop.effects().length, effects);
  });

  it('may be gone by then: the model of the day gets question, call and result as text', async () => {
    const { caller, conversation, action } = await ask('6');
    const effects = world.shop.effects().length;
    await world.database.query(
      `update clients set providers = '{spare}', version = version + 1 where id = $1`,
      [caller.clientId],
    );
    assert.equal((await confirm(caller, action)).status, 'completed');
    assert.equal(await statusOf(caller, action), 'done');
    assert.equal(world.shop.effects().length, effects + 1);
    const sent = JSON.stringify(other.calls.at(-1)?.body['messages']);
    for (const text of ['Cancel it', 'shop_cancel_order', 'Cancelled.']) assert.ok(sent.includes(text), sent);
    assert.doesNotMatch(sent, /tool_calls|tool_call_id/);
    assert.ok((await lastMessage(caller, conversation)).content.endsWith(mockText(5)));
  });

  it('does nothing by itself, and nothing for another person, whatever it was told', async () => {
    const caller = await world.caller(service);
    const [effects, first] = [world.shop.effects().length, world.shop.requests().length];
    const order = { order_id: '8' };
    const foreign = { external_user_id: 'user-2', user: 'user-2' };
    model.enqueue(
      { calls: [finds({ ...foreign, status: 'open' }), finds({ status: 'open' })] },
      { calls: [{ name: 'shop_cancel_order', arguments: { ...order, ...foreign } }] },
      { calls: [{ name: 'parley_confirm', arguments: order }, ...cancels('8').calls, ...cancels('9').calls] },
    );
    const response = await caller.send('/stream', { prompt: 'What is open?' });
    const conversation = response.headers.get('x-conversation-id') ?? '';
    assert.match(await response.text(), /Cancel order 8\?$/);
    assert.deepEqual(
      world.shop
        .requests()
        .slice(first)
        .map(({ tool, user }) => `${tool} ${user}`),
      [`find_orders ${caller.user}`],
    );
    assert.equal((await lastMessage(caller, conversation)).actions?.length, 1);
    assert.equal(world.shop.effects().length, effects);
  });

  it('gets the stored result where it asks for the same again, and has to answer the fourth time', async () => {
    const caller = await world.caller(service);
    const first = world.shop.requests().length;
    const calls = model.calls.length;
    model.enqueue(...Array.from({ length: 3 }, () => ({ calls: [finds({ status: 'open' })] })));
    assert.equal(await (await caller.send('/stream', { prompt: 'Again' })).text(), mockText(5));
    assert.equal(world.shop.requests().length, first + 1);
    assert.deepEqual(
      model.calls.slice(calls).map(({ body }) => body['tool_choice']),
      [undefined, undefined, undefined, 'none'],
    );
  });

  it('has five steps in all, with those of the turn whose question was confirmed', async () => {
    const { caller, action } = await ask('10');
    const calls = model.calls.length;
    const reads = (nth: number) => ({ calls: [finds({ status: `${nth}` })] });
    model.enqueue(...[1, 2, 3, 4].map(reads));
    assert.equal((await confirm(caller, action)).status, 'completed');
    assert.deepEqual(
      model.calls.slice(calls).map(({ body }) => body['tool_choice']),
      [undefined, undefined, undefined, undefined, 'none'],
    );
    model.forgetEnqueued();
  });

  it('is told of to the partner with ids only, and so is the decision', async () => {
    const caller = await world.caller(service);
    await caller.fetch('/events');
    const { conversation, action } = await ask('11', caller);
    await confirm(caller, action);
    const { messages } = await readConversation(caller, conversation);
    const [turn] = await world.database.query<{ id: string }>('select id from turns where message_id = $1', [
      messages[1]?.message_uuid,
    ]);
    const ids = {
      ...{ action_uuid: action.action_uuid, conversation_uuid: conversation },
      external_user_id: caller.user,
    };
    const events = await until(async () => {
      const { data } = await bodyOf<EventList>(
        await caller.fetch('/events?types=action.pending,action.decided'),
      );
      return data.length > 1 && data;
    });
    assert.deepEqual(
      events.map(({ data }) => data),
      [
        { ...ids, message_uuid: messages[1]?.message_uuid, job_uuid: turn?.id },
        { ...ids, decision: 'confirm', by: 'key' },
      ],
    );
  });

  // The last one: it leaves a provider that is not called for a while.
  it('is not replaced by another one, whatever its provider does: what has happened stays told', async () => {
    const asked = await ask('7');
    const fails = () => model.enqueue(...Array.from({ length: 3 }, () => ({ status: 503 })));
    const before = other.calls.length;
    fails();
    const job = await confirm(asked.caller, asked.action);
    assert.deepEqual([job.status, job.charged.refunded, other.calls.length], ['failed', false, before]);
    assert.equal(await statusOf(asked.caller, asked.action), 'done');
    // A turn without a step goes on with the other model.
    fails();
    const { caller } = asked;
    assert.equal(await (await caller.send('/stream', { prompt: 'A question' })).text(), mockText(5));
    assert.equal(other.calls.length, before + 1);
  });

  interface Asked {
    readonly caller: JobCaller;
    readonly conversation: string;
    readonly action: Action;
  }

  async function ask(order: string, known: JobCaller | null = null): Promise<Asked> {
    const caller = known ?? (await world.caller(service));
    model.enqueue(cancels(order));
    const response = await caller.send('/stream', { prompt: 'Cancel it' });
    const conversation = response.headers.get('x-conversation-id') ?? '';
    await response.text();
    const [action] = (await lastMessage(caller, conversation)).actions ?? [];
    return { caller, conversation, action: action ?? assert.fail('nothing was asked') };
  }

  /** The turn of the yes once it has ended. */
  async function confirm(caller: JobCaller, action: Action): Promise<Job> {
    const response = await decide(caller, action, 'confirm');
    assert.equal(response.status, 202);
    return caller.untilFinal((await bodyOf<ActionConfirmed>(response)).job_uuid);
  }
});

async function statusOf(caller: JobCaller, action: Action): Promise<string> {
  return (await findAction(caller, action)).action.status;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A partner is told that its user is asked',
    file: 'database/migrations/0046-tool-calls.sql',
    replace: "array['action.pending'], array[new.external_user_id]",
    by: 'array[]::text[], array[new.external_user_id]',
  },
  {
    rule: 'A person is asked although a model would go on',
    file: 'src/core/tools/plan-tool-calls.ts',
    replace: "return index === asked ? 'ask' : 'refuse';",
    by: "return index === asked ? 'ask' : 'send';",
  },
  {
    rule: 'An argument that was not approved is sent to nobody',
    file: 'src/core/turn/steps/plan-step.ts',
    replace: 'if (problem !== null) return refused(problem);',
    by: '',
  },
  {
    rule: 'A model that asks for the same a third time has to answer',
    file: 'src/core/turn/steps/plan-step.ts',
    replace: 'some((count) => count > 2)',
    by: 'some((count) => count > 4)',
  },
  {
    rule: 'A turn has five steps, those before its confirmation included',
    file: 'src/core/turn/steps/plan-step.ts',
    replace: 'export const mostSteps = 5;',
    by: 'export const mostSteps = 6;',
  },
  {
    rule: 'Three confirmed turns follow one charged turn',
    file: 'src/core/tools/plan-tool-calls.ts',
    replace: 'export const mostConfirmedTurns = 3;',
    by: 'export const mostConfirmedTurns = 4;',
  },
  {
    rule: 'No other model goes on from a step while its own is there',
    file: 'src/core/turn/step-run.ts',
    replace: 'return own.length > 0 ? own :',
    by: 'return own.length > 9 ? own : candidates.length > 0 ? candidates :',
  },
  {
    rule: 'A confirmed call runs although its model is not allowed any more',
    file: 'src/core/turn/step-run.ts',
    replace: 'candidates.slice(0, origin === undefined ? undefined : 1)',
    by: 'candidates.slice(0, origin === undefined ? undefined : 0)',
  },
  {
    rule: 'What could not be sent is said to have failed',
    file: 'src/core/tools/decide-tool-call.ts',
    replace: "return become(call.sends === 1 ? 'failed' : unclear(call));",
    by: 'return become(unclear(call));',
  },
  {
    rule: 'Each answer keeps what it has asked, however many follow',
    file: 'database/functions/15-steps.sql',
    replace: 'asked_in = coalesce(asked_in, v_from)',
    by: 'asked_in = v_from',
  },
];
