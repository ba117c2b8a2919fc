import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresStepStore } from '#adapters/postgres/turns/step-store.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import { decideLost, decideOvertaken } from '#core/tools/decide-tool-call.ts';
import type { ToolCallEffect, ToolCallStatus } from '#core/tools/tool-call.ts';
import type { AttemptKey } from '#core/turn/steps/step-store.ts';
import type { StoredCall, StoredStep } from '#core/turn/steps/turn-tools.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { storeTool } from '#test/tools/stored-tool.ts';
import {
  buildCall,
  buildFinish,
  createClient,
  ownerIn,
  type StartedTurn,
  startTurn,
} from '#test/world/factories.ts';

const measured = { bytes: 10, durationMs: 1 };
const effects: readonly ToolCallEffect[] = ['read', 'write'];
const statuses: readonly ToolCallStatus[] = [
  ...(['pending', 'confirmed', 'declined', 'expired', 'open', 'done', 'failed', 'unknown'] as const),
];

describe('the steps of a turn', () => {
  const parts = new AsyncDisposableStack();
  let database: Database;
  let turns: PostgresTurnStore;
  let steps: PostgresStepStore;
  let client: Client;
  before(async () => {
    database = parts.use(openPatientDatabase(parts.use(await createTestDatabase()).url, 4));
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    steps = new PostgresStepStore(database);
    client = await createClient(database);
  });
  after(() => parts.disposeAsync());

  async function running(): Promise<StartedTurn & AttemptKey> {
    const turn = await startTurn(turns, client, ownerIn(client));
    return { ...turn, clientId: client.id, attempt: 1 };
  }

  async function openCall(more: Partial<StoredCall> = {}): Promise<StoredCall> {
    const tool = await storeTool(database, client);
    const call = { id: 'call_1', name: 'shop_find_orders', arguments: '{}', callId: randomUUID() };
    return { ...call, tool, status: 'open', sends: 1, question: null, result: null, ...more };
  }

  it('are stored once, and only while their attempt runs', async () => {
    const key = await running();
    const step = stepOf(await openCall());
    assert.equal(await steps.storeStep(key, step, []), true);
    assert.equal(await steps.storeStep(key, step, []), true);
    assert.equal(await steps.storeStep({ ...key, attempt: 2 }, { ...step, nth: 2 }, []), false);
    assert.deepEqual(await steps.takeOver(key), [{ ...step, calls: [{ ...step.calls[0], sends: 2 }] }]);
    await turns.finish(buildFinish(key));
    assert.equal(await steps.storeStep(key, { ...step, nth: 3 }, []), false);
  });

  it('keep every character that a model or a tool may send', async () => {
    const key = await running();
    const odd = 'a\0b\ue000c"\\u0000';
    const call = await openCall({ id: odd, name: odd, arguments: odd });
    const step = { ...stepOf(call), text: odd, native: [odd, { half: '\ud800' }] };
    await steps.storeStep(key, step, []);
    const outcome = { callId: call.callId, outcome: 'result', text: `${odd}\ud800`, ...measured } as const;
    const [stored] = await steps.storeOutcomes(key, 1, [outcome]);
    const result = { text: `${odd}\ufffd`, isError: false };
    assert.deepEqual(await steps.takeOver(key), [{ ...step, calls: [{ ...stored, result }] }]);
  });

  it('are counted with what the attempt has called, when its process is gone then', async () => {
    client = await createClient(database);
    const key = await running();
    await steps.storeStep(key, stepOf(await openCall()), [
      buildCall('p/a', { inputTokens: 3, outputTokens: 2 }),
    ]);
    await turns.recover(3);
    const rows = await database.query(
      `select e.outcome, e.calls::int, e.input_tokens::int from usage_call_entries e join turns t on t.id = $2
       where e.client_id = $1 and e.agent_slug = t.agent_slug and e.model_reference = 'p/a' order by 1`,
      [client.id, key.turnId],
    );
    assert.deepEqual(rows, [
      { outcome: 'completed', calls: 1, input_tokens: 3 },
      { outcome: 'unknown', calls: 1, input_tokens: null },
    ]);
  });

  it('send a read once more after an unclear outcome, and not while another approval is in force', async () => {
    const [key, other] = [await running(), await running()];
    const [call, changed] = [await openCall(), await openCall()];
    await steps.storeStep(key, stepOf(call), []);
    await steps.storeStep(other, stepOf(changed), []);
    await database.query(`update tools set approved_at = now() + interval '1 s' where server_id = $1`, [
      changed.tool?.serverId,
    ]);
    const unclear = { outcome: 'unclear', text: 'No answer.', ...measured } as const;
    const [again] = await steps.storeOutcomes(key, 1, [{ ...unclear, callId: call.callId }]);
    assert.deepEqual([again?.status, again?.sends], ['open', 2]);
    const [failed] = await steps.storeOutcomes(other, 1, [{ ...unclear, callId: changed.callId }]);
    assert.deepEqual([failed?.status, failed?.result?.text], ['failed', 'No answer.']);
    const [late] = await steps.storeOutcomes(other, 1, [
      { callId: changed.callId, outcome: 'result', text: 'Late', ...measured },
    ]);
    assert.equal(late?.result?.text, 'No answer.', 'a final state stays');
  });

  it('are known to the next attempt of a job, and to no first one', async () => {
    const job = await startTurn(turns, client, ownerIn(client), { kind: 'job' });
    const worker = async () => {
      const id = randomUUID();
      await turns.register(id, 60_000, 1);
      const [claimed] = await turns.claim('standard', id, 1);
      return { id, claimed };
    };
    const first = await worker();
    assert.equal(first.claimed?.hasSteps, false);
    const key = { ...job, clientId: client.id, attempt: 1 };
    await steps.storeStep(key, stepOf(await openCall()), []);
    await turns.unregister(first.id);
    await turns.recover(3);
    assert.equal((await worker()).claimed?.hasSteps, true);
  });

  it('say nothing any more once their turn has ended, and their calls are what decideLost says', async () => {
    const key = await running();
    const states = statuses.flatMap((status) => effects.map((effect) => ({ status, effect })));
    const calls = await Promise.all(states.map(() => openCall()));
    await steps.storeStep(key, stepOf(...calls), []);
    for (const [index, { status, effect }] of states.entries()) {
      await database.query(
        `update tool_calls set status = $2, effect = $3, result = 'secret' where id = $1`,
        [calls[index]?.callId, status, effect],
      );
    }
    await turns.cancel(ownerIn(client), key.turnId);
    await turns.finish(buildFinish(key, { state: 'cancelled', finishReason: 'cancelled' }));
    const rows = await database.query<{ status: string; rest: string }>(
      `select k.status, concat(k.arguments, k.result, s.text, s.native) as rest
       from tool_calls k join turn_steps s using (client_id, conversation_id, turn_id, step)
       where k.turn_id = $1 order by k.place`,
      [key.turnId],
    );
    assert.deepEqual(
      rows.map(({ status, rest }) => [status, rest]),
      states.map((state) => [lost(state), '']),
    );
  });

  it('are begun only while no process lives that would begin again without them', async () => {
    const process = async (version: string, seconds: number) => {
      const id = randomUUID();
      await turns.register(id, seconds * 1_000, 1);
      await database.query(
        `update processes set state = jsonb_build_object('version', $2::text) where id = $1`,
        [id, version],
      );
      return id;
    };
    await process('0.5.0', 60);
    await process('0.4.0', -1);
    assert.equal(await steps.isKnownToAll(), true);
    const before = await process('0.4.0', 60);
    assert.equal(await steps.isKnownToAll(), false);
    await turns.unregister(before);
    assert.equal(await steps.isKnownToAll(), true);
  });

  it('go with their conversation', async () => {
    const key = await running();
    await steps.storeStep(key, stepOf(await openCall()), []);
    await database.query('delete from conversations where id = $1', [key.conversationId]);
    const left = await database.query('select from tool_calls where turn_id = $1', [key.turnId]);
    assert.equal(left.length, 0);
    assert.equal(await steps.storeStep(key, stepOf(await openCall()), []), false);
  });
});

function stepOf(...calls: readonly StoredCall[]): StoredStep {
  return { nth: 1, origin: 'p/a', text: 'Let me look.', native: { role: 'assistant' }, calls };
}

/** What core says of a call whose turn is not continued. */
function lost(state: { readonly status: ToolCallStatus; readonly effect: ToolCallEffect }): ToolCallStatus {
  const facts = { sends: 1, isIdempotent: true, decision: null, isApproved: true, hasLapsed: false } as const;
  const call = { ...facts, ...state };
  const decision = state.status === 'pending' ? decideOvertaken(call) : decideLost(call, false);
  return decision.kind === 'become' ? decision.status : state.status;
}

export const breaks: readonly Break[] = [
  {
    rule: 'Steps are begun only while all processes know them',
    file: 'src/adapters/postgres/turns/step-store.ts',
    replace: "'^0\\\\.[0-4]\\\\.'",
    by: "'^0\\\\.[0-3]\\\\.'",
  },
  {
    rule: 'A process of an earlier release that is gone keeps nobody from steps',
    file: 'src/adapters/postgres/turns/step-store.ts',
    replace: 'where lease_until > now() and state',
    by: 'where state',
  },
  {
    rule: 'A step is stored only while its attempt runs',
    file: 'database/functions/15-steps.sql',
    replace: "if not found or not note_calls(p_client, p_turn, p_attempt, p_calls, p_step ->> 'origin') then",
    by: "perform note_calls(p_client, p_turn, p_attempt, p_calls, p_step ->> 'origin'); if not found then",
  },
  {
    rule: 'A step whose storing is repeated is stored once',
    file: 'database/functions/15-steps.sql',
    replace: `result text, is_error boolean)
    on conflict do nothing;`,
    by: `result text, is_error boolean);`,
  },
  {
    rule: 'A read is sent again only under its own approval',
    file: 'database/functions/15-steps.sql',
    replace: "and date_trunc('milliseconds', a.approved_at) = p_call.approved_at",
    by: '',
  },
  {
    rule: 'Another attempt of a job goes on from its steps',
    file: 'database/functions/7-claim.sql',
    replace: 'case when t.wrote is null then',
    by: 'case when t.wrote is null or true then',
  },
  {
    rule: 'The end of a turn empties what its tools were told and said',
    file: 'database/functions/15-steps.sql',
    replace: "  update turn_steps set text = '', native = ''\n",
    by: '  update turn_steps set text = text\n',
  },
  {
    rule: 'An open write is unknown once its turn has ended',
    file: 'database/migrations/0046-tool-calls.sql',
    replace: "case effect when 'read' then 'failed' else 'unknown' end",
    by: "'failed'",
  },
];
