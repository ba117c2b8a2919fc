import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Action } from '#contract/answers/action.ts';
import type { ActionAnswer, ActionConfirmed } from '#contract/tools/actions.ts';
import type { Break } from '#test/break.ts';
import { allEventsOf } from '#test/reading/answer-events.ts';
import { decide, findAction, lastMessage, readConversation } from '#test/tools/asked-action.ts';
import { openToolWorld, type ToolWorld } from '#test/tools/tool-world.ts';
import { bodyOf, type JobCaller } from '#test/world/job-caller.ts';
import type { TestService } from '#test/world/process.ts';

const asksToCancel = '[[tool:shop_cancel_order {"order_id":"7"}]]';

describe('A tool that writes', () => {
  let world: ToolWorld;
  let service: TestService;
  before(async () => {
    world = await openToolWorld();
    service = await world.start();
  });
  after(() => world[Symbol.asyncDispose]());

  it('is not asked before its user has said yes, and then once, as the answer says', async () => {
    const asked = await ask();
    const { caller, action, conversation } = asked;
    assert.match(asked.text, /Cancel order 7\?$/);
    assert.deepEqual(
      [action.question, action.arguments],
      ['Cancel order 7?', [{ name: 'order_id', value: '7' }]],
    );
    assert.equal((await lastMessage(caller, conversation)).steps, undefined);
    assert.deepEqual((await findAction(caller, action)).action, action);
    const followed = await allEventsOf(await caller.follow(asked.job, undefined, 'text/event-stream'));
    assert.deepEqual(followed.at(-1)?.data['actions'], [action]);
    assert.deepEqual(world.shop.effects(), []);
    const confirmed = await decide(caller, action, 'confirm');
    assert.equal(confirmed.status, 202);
    const { job_uuid: id } = await bodyOf<ActionConfirmed>(confirmed);
    assert.equal((await caller.untilFinal(id)).status, 'completed');
    assert.match((await caller.output(id)).answer ?? '', /Cancelled\./);
    assert.deepEqual(world.shop.effects(), [`${caller.user} cancels 7`]);
    assert.ok(Date.parse(world.shop.requests().at(-1)?.confirmedAt ?? '') > 0);
    const { messages } = await readConversation(caller, conversation);
    assert.deepEqual(
      messages.map(({ role, reply_to }) => [role, reply_to]),
      [
        ['user', null],
        ['assistant', messages[0]?.message_uuid],
        ['assistant', messages[1]?.message_uuid],
      ],
    );
    assert.deepEqual(
      messages[1]?.actions?.map(({ status }) => status),
      ['done'],
    );
    assert.deepEqual(
      messages[2]?.steps?.map(({ label, status }) => [label, status]),
      [['Cancels an order', 'done']],
    );
    const path = `/user-data?external_user_id=${caller.user}`;
    const lines = (await (await caller.fetch(path)).text()).trimEnd().split('\n');
    const exported = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'message');
    assert.deepEqual(
      exported.map(({ steps, actions }) => ({ steps, actions })),
      messages.map(({ steps, actions }) => ({ steps, actions })),
    );
    assert.equal(await caller.used(), 1);
    const again = await decide(caller, action, 'confirm');
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [202, 'true']);
    assert.equal((await bodyOf<ActionConfirmed>(again)).job_uuid, id);
    assert.equal(await codeOf(await decide(caller, action, 'decline')), 'action_closed');
    assert.equal(world.shop.effects().length, 1);
  });

  it('is no question where its arguments have characters that nobody sees, as its model is told', async () => {
    const caller = await world.caller(service);
    const requests = world.shop.requests().length;
    const prompt = asksToCancel.replace('"7"', '"7\\u200b"');
    const response = await caller.send('/stream', { prompt });
    assert.match(await response.text(), /contain characters that nobody can see/);
    const { actions } = await lastMessage(caller, response.headers.get('x-conversation-id') ?? '');
    assert.deepEqual([actions, world.shop.requests().length], [undefined, requests]);
  });

  it('is never asked after a no', async () => {
    const { caller, action } = await ask();
    const effects = world.shop.effects().length;
    const first = await decide(caller, action, 'decline');
    assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [200, null]);
    assert.equal((await bodyOf<ActionAnswer>(first)).action.status, 'declined');
    const again = await decide(caller, action, 'decline');
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true']);
    assert.equal(await codeOf(await decide(caller, action, 'confirm')), 'action_closed');
    assert.equal(world.shop.effects().length, effects);
    assert.deepEqual(await storedWords(action), { arguments: '', native: '' });
  });

  it('is asked once, however many say yes at once', async () => {
    const { caller, action } = await ask();
    const effects = world.shop.effects().length;
    const answers = await Promise.all(Array.from({ length: 50 }, () => decide(caller, action, 'confirm')));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202]);
    const jobs = new Set(
      await Promise.all(answers.map(async (each) => (await bodyOf<ActionConfirmed>(each)).job_uuid)),
    );
    assert.equal(jobs.size, 1);
    for (const id of jobs) assert.equal((await caller.untilFinal(id)).status, 'completed');
    assert.equal(world.shop.effects().length, effects + 1);
  });

  it('is asked by nobody else, and not after another question, another approval or a quarter of an hour', async () => {
    const effects = world.shop.effects().length;
    const [foreign, overtaken, changed, late] = [await ask(), await ask(), await ask(), await ask()];
    assert.equal(
      await codeOf(await decide(foreign.caller.as('user-2'), foreign.action, 'confirm')),
      'action_not_found',
    );
    assert.equal(await codeOf(await decide(overtaken.caller, foreign.action, 'confirm')), 'action_not_found');
    await (await overtaken.caller.send('/stream', { conversation_uuid: overtaken.conversation })).text();
    await world.database.query('update tools set approved_at = now() where client_id = $1', [
      changed.caller.clientId,
    ]);
    await world.database.query(`update tool_calls set decide_until = now() - interval '1 s' where id = $1`, [
      late.action.action_uuid,
    ]);
    for (const { caller, action } of [overtaken, changed, late]) {
      assert.equal((await findAction(caller, action)).action.status, 'expired');
      assert.equal(await codeOf(await decide(caller, action, 'confirm')), 'action_closed');
      assert.equal(await codeOf(await decide(caller, action, 'decline')), 'action_closed');
    }
    assert.equal(world.shop.effects().length, effects);
  });

  it('of which no answer has come is unknown, told as that, and not asked again', async () => {
    const { caller, action, conversation } = await ask();
    const effects = world.shop.effects().length;
    world.shop.dropsOneIn = 1;
    const { job_uuid: id } = await bodyOf<ActionConfirmed>(await decide(caller, action, 'confirm'));
    await caller.untilFinal(id);
    world.shop.dropsOneIn = 0;
    assert.equal(world.shop.effects().length, effects + 1);
    assert.equal((await findAction(caller, action)).action.status, 'unknown');
    assert.deepEqual(
      (await lastMessage(caller, conversation)).steps?.map(({ status }) => status),
      ['unknown'],
    );
    const [turn] = await world.database.query<{ wrote: boolean }>('select wrote from turns where id = $1', [
      id,
    ]);
    assert.equal(turn?.wrote, true);
  });

  it('is unknown once its turn is cancelled', async () => {
    const { caller, action } = await ask();
    const first = world.shop.requests().length;
    const release = world.shop.hold();
    const { job_uuid: id } = await bodyOf<ActionConfirmed>(await decide(caller, action, 'confirm'));
    await world.shop.until(first + 1);
    const job = await caller.cancel(id);
    release();
    assert.deepEqual([job.status, job.charged.refunded], ['cancelled', false]);
    assert.equal((await findAction(caller, action)).action.status, 'unknown');
    assert.equal(world.shop.requests().length, first + 1);
  });

  it('is waited for by a process that stops, while the turn of another one goes on to its end', async () => {
    const stopping = await world.start();
    const [one, other] = [await ask(stopping), await ask(stopping)];
    const first = world.shop.requests().length;
    const confirm = async ({ caller, action }: Asked, count: number) => {
      const release = world.shop.hold();
      const { job_uuid: id } = await bodyOf<ActionConfirmed>(await decide(caller, action, 'confirm'));
      await world.shop.until(first + count);
      return { id, release };
    };
    const [sent, held] = [await confirm(one, 1), await confirm(other, 2)];
    stopping.kill();
    sent.release();
    assert.equal((await one.caller.at(service).untilFinal(sent.id)).status, 'completed');
    held.release();
    assert.deepEqual(await stopping.exited, { code: 0, signal: null });
    for (const { caller, action } of [one, other]) {
      assert.equal((await findAction(caller.at(service), action)).action.status, 'done');
    }
  });

  it('leaves its question pending where a yes is refused', async () => {
    const { caller, action } = await ask();
    await world.database.query(
      `update clients set subscription_status = 'canceled', version = version + 1 where id = $1`,
      [caller.clientId],
    );
    assert.equal(await codeOf(await decide(caller, action, 'confirm')), 'subscription_inactive');
    assert.equal((await findAction(caller, action)).action.status, 'pending');
  });

  interface Asked {
    readonly caller: JobCaller;
    readonly conversation: string;
    readonly job: string;
    readonly text: string;
    readonly action: Action;
  }

  async function ask(at = service): Promise<Asked> {
    const caller = await world.caller(at);
    const events = await allEventsOf(
      await caller.send('/stream', { prompt: asksToCancel }, { accept: 'text/event-stream' }),
    );
    const conversation = String(events[0]?.data['conversation_uuid']);
    const job = String(events[0]?.data['job_uuid']);
    const text = events.flatMap(({ event, data }) => (event === 'delta' ? [data['text']] : [])).join('');
    const [action] = (await lastMessage(caller, conversation)).actions ?? [];
    assert.ok(action !== undefined, JSON.stringify(events));
    const told: unknown = events.at(-1)?.data['actions'];
    assert.deepEqual(Array.isArray(told) && told.map(({ expires_at: _, ...rest }) => rest), [
      untimed(action),
    ]);
    return { caller, conversation, job, text, action };
  }

  /** What is still kept of what the model wrote. */
  async function storedWords(action: Action): Promise<unknown> {
    const [row] = await world.database.query(
      `select k.arguments, s.native from tool_calls k join turn_steps s using (client_id, conversation_id, turn_id, step)
       where k.id = $1`,
      [action.action_uuid],
    );
    return row;
  }
});

function untimed({ expires_at: _, ...rest }: Action) {
  return rest;
}

async function codeOf(response: Response): Promise<string> {
  return (await bodyOf<{ readonly code: string }>(response)).code;
}

export const breaks: readonly Break[] = [
  {
    rule: 'No question is asked of which a part cannot be seen',
    file: 'src/core/turn/steps/plan-step.ts',
    replace:
      "  if (hidesFromPerson(given)) return refused('The arguments contain characters that nobody can see.');\n",
    by: '',
  },
  {
    rule: 'A person’s export says what answers have called',
    file: 'src/core/people/export-user-data.ts',
    replace: '    ...(message.steps !== null && { steps: [...message.steps] }),\n',
    by: '',
  },
  {
    rule: 'A person’s export says what answers have asked',
    file: 'src/core/people/export-user-data.ts',
    replace: '    ...(message.actions !== null && { actions: [...message.actions] }),\n',
    by: '',
  },
  {
    rule: 'A process that stops waits for what is being changed',
    file: 'src/core/turn/process/running-turns.ts',
    replace: 'await Promise.all([...this.#live.values()].map((live) => live.write.over));',
    by: '',
  },
  {
    rule: 'A follower of a stored answer is asked what it asks',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'tokens: record.tokens, sources, ...asked };',
    by: 'tokens: record.tokens, sources };',
  },
  {
    rule: 'A yes begins one turn, however often it is said',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: "return kind === 'confirm' && !action.isOvertaken ? null : { status: 'action_closed' };",
    by: 'return null;',
  },
  {
    rule: 'Another question of the conversation closes the one before',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: "kind === 'confirm' && !action.isOvertaken ?",
    by: "kind === 'confirm' ?",
  },
  {
    rule: 'What a confirmed turn does is not charged again',
    file: 'src/core/usage/charge.ts',
    replace: '  if (isConfirmation) return perDimension(() => 0);\n',
    by: '',
  },
  {
    rule: 'A no empties what was asked',
    file: 'database/functions/15-steps.sql',
    replace: '  perform forget_steps(p_client, p_conversation, v_turn);\n',
    by: '',
  },
  {
    rule: 'A turn that may have changed something is never given back',
    file: 'database/functions/8-endings.sql',
    replace: 'refunded = x.refund and t.wrote is not true',
    by: 'refunded = x.refund',
  },
  {
    rule: 'Only its own user decides about an action',
    file: 'src/adapters/postgres/turns/action-store.ts',
    replace: 'and t.external_user_id = $2 and',
    by: 'and $2::text is not null and',
  },
];
