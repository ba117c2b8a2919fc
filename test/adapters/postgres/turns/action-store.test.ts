import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PostgresRetentionStore } from '#adapters/postgres/people/retention-store.ts';
import { PostgresActionStore } from '#adapters/postgres/turns/action-store.ts';
import { PostgresStepStore } from '#adapters/postgres/turns/step-store.ts';
import { decidingMs } from '#core/tools/tool-call.ts';
import type { StoredCall } from '#core/turn/steps/turn-tools.ts';
import type { Break } from '#test/break.ts';
import { storeTool } from '#test/tools/stored-tool.ts';
import { type ConversationWorld, openConversationWorld } from '#test/world/conversation-world.ts';
import { buildFinish, finishTurn, type StartedTurn } from '#test/world/factories.ts';

describe('What a turn has asked and called', () => {
  let world: ConversationWorld;
  let steps: PostgresStepStore;
  let actions: PostgresActionStore;
  before(async () => {
    world = await openConversationWorld();
    steps = new PostgresStepStore(world.database);
    actions = new PostgresActionStore(world.database);
  });
  beforeEach(() => world.startOver());
  after(() => world[Symbol.asyncDispose]());

  async function call(more: Partial<StoredCall> = {}): Promise<StoredCall> {
    const tool = await storeTool(world.database, world.client);
    const asked = { id: 'call_1', name: 'shop_find_orders', arguments: '{}', callId: randomUUID() };
    const result = { text: 'Two orders', isError: false };
    return { ...asked, tool, status: 'done', sends: 1, question: null, result, ...more };
  }

  const pending = () => call({ status: 'pending', sends: 0, question: 'Look?', result: null });

  async function store(turn: StartedTurn, nth: number, calls: readonly StoredCall[]): Promise<void> {
    const key = { ...turn, clientId: world.client.id, attempt: 1 };
    assert.equal(await steps.storeStep(key, { nth, origin: 'p/a', text: '', native: null, calls }, []), true);
  }

  const lastOf = async ({ conversationId }: StartedTurn) =>
    (await world.read(conversationId)).messages.at(-1);
  const expire = async () => {
    while (await new PostgresRetentionStore(world.database).expireActions());
  };

  it('is a question once its answer has ended, for a quarter of an hour', async () => {
    const turn = await world.running();
    const asked = await pending();
    await store(turn, 1, [asked]);
    assert.equal(await actions.find(world.owner, asked.callId), null);
    await finishTurn(world.turns, turn, 'Look?');
    const found = await actions.find(world.owner, asked.callId);
    assert.deepEqual([found?.status, found?.messageId, found?.turnId], ['pending', turn.messageId, null]);
    const leftMs = (found?.decideUntil?.getTime() ?? 0) - Date.now();
    assert.ok(leftMs <= decidingMs && leftMs > decidingMs - 60_000, String(leftMs));
    assert.deepEqual(
      (await lastOf(turn))?.actions?.map(({ id }) => id),
      [asked.callId],
    );
  });

  it('is not closed before its answer has ended, even where it could not be said yes to', async () => {
    const turn = await world.running();
    const asked = await pending();
    await store(turn, 1, [asked]);
    await world.database.query("update tools set approved_at = now() + interval '1 s' where client_id = $1", [
      world.client.id,
    ]);
    await expire();
    const [row] = await world.database.query<{ status: string }>(
      'select status from tool_calls where id = $1',
      [asked.callId],
    );
    assert.equal(row?.status, 'pending');
    await finishTurn(world.turns, turn, 'Look?');
    assert.equal(
      (await actions.find(world.owner, asked.callId))?.status,
      'expired',
      'before it is closed, too',
    );
    await expire();
    assert.equal((await actions.find(world.owner, asked.callId))?.arguments, '');
  });

  it('is closed by a no that comes after another turn, as what is over', async () => {
    const turn = await world.running();
    const asked = await pending();
    await store(turn, 1, [asked]);
    await finishTurn(world.turns, turn, 'Look?');
    const action = (await actions.find(world.owner, asked.callId)) ?? assert.fail('nothing was asked');
    await world.answered({ conversationId: turn.conversationId });
    assert.equal(await actions.decline(world.owner, action, 'key'), 'closed');
    const [row] = await world.database.query(
      'select status, decision, arguments from tool_calls where id = $1',
      [asked.callId],
    );
    assert.deepEqual(row, { status: 'expired', decision: null, arguments: '' });
  });

  it('is shown in the order of its steps and of the calls in them, without what was not offered', async () => {
    const turn = await world.running();
    const none = { ...(await call({ status: 'failed', sends: 0 })), tool: null };
    const [first, second, third] = [await call(), await call(), await call({ status: 'failed' })];
    await store(turn, 1, [none, first, second]);
    await store(turn, 2, [third]);
    await finishTurn(world.turns, turn, 'Two orders');
    const shown = (await lastOf(turn))?.steps ?? [];
    assert.deepEqual(
      shown.map(({ step_uuid: id, status }) => [id, status]),
      [
        [first.callId, 'done'],
        [second.callId, 'done'],
        [third.callId, 'failed'],
      ],
    );
  });

  it('keeps the measures of its last request, whatever becomes of it', async () => {
    const turn = await world.running();
    const open = await call({ status: 'open', result: null });
    await store(turn, 1, [open]);
    const key = { ...turn, clientId: world.client.id, attempt: 1 };
    const unclear = {
      callId: open.callId,
      outcome: 'unclear',
      text: 'No answer.',
      bytes: 7,
      durationMs: 9,
    } as const;
    await steps.storeOutcomes(key, 1, [unclear]);
    await steps.takeOver(key);
    await world.turns.finish(buildFinish(key, { state: 'cancelled', finishReason: 'cancelled' }));
    const [row] = await world.database.query(
      'select sends, bytes, duration_ms from tool_calls where id = $1',
      [open.callId],
    );
    assert.deepEqual(row, { sends: 3, bytes: 7, duration_ms: 9 });
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A person has a quarter of an hour to decide',
    file: 'database/migrations/0046-tool-calls.sql',
    replace: "then now() + interval '15 minutes'",
    by: "then now() + interval '17 minutes'",
  },
  {
    rule: 'A question is found once its answer has ended',
    file: 'src/adapters/postgres/turns/action-store.ts',
    replace: "\n    and t.state not in ('queued', 'running')`",
    by: '`',
  },
  {
    rule: 'A question is not closed while its turn runs',
    file: 'database/functions/15-steps.sql',
    replace: "where k.status = 'pending' and k.decide_until is not null and (",
    by: "where k.status = 'pending' and (",
  },
  {
    rule: 'A no that comes too late closes the question as what is over',
    file: 'src/adapters/postgres/turns/action-store.ts',
    replace: "close(isLate ? 'expired' : 'declined')",
    by: "close('declined')",
  },
  {
    rule: 'A no that comes after another turn is too late',
    file: 'src/adapters/postgres/turns/action-store.ts',
    replace: "const isLate = kind === 'expire' || isOvertaken;",
    by: "const isLate = kind === 'expire' || (isOvertaken && by === 'session');",
  },
  {
    rule: 'What a message has called is in the order of its steps',
    file: 'src/adapters/postgres/turns/shown-calls.ts',
    replace: 'order by k.step, k.place)',
    by: 'order by k.place, k.step)',
  },
  {
    rule: 'What a model was not offered is no step of the message',
    file: 'src/adapters/postgres/turns/shown-calls.ts',
    replace: 'and k.label is not null\n',
    by: '\n',
  },
  {
    rule: 'The measures of a call stay',
    file: 'database/functions/15-steps.sql',
    replace: 'bytes = coalesce(c.bytes, k.bytes), duration_ms = coalesce(c.duration_ms, k.duration_ms)',
    by: 'bytes = c.bytes, duration_ms = c.duration_ms',
  },
];
