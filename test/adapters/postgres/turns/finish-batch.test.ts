import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Database, Transaction } from '#adapters/postgres/database/database.ts';
import { type AttemptFinish, finishAttempts } from '#adapters/postgres/turns/turn-finish.ts';
import type { Finish } from '#core/turn/turn-store.ts';
import { buildStoredFinish, type FinishState, finishStates } from '#test/batches/finish-state.ts';
import { type TurnState, turnState } from '#test/batches/turn-state.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { readTurnTables } from '#test/database/stored-rows.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { formerFunctions } from '#test/endings/former-functions.ts';
import { storeTurnState } from '#test/world/store-turn-state.ts';

type End = (transaction: Transaction, finishes: readonly Finish[]) => Promise<readonly AttemptFinish[]>;

describe('a batch of finishes', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 1);
    await database.transaction((transaction) => transaction.script(formerFunctions));
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  it('answers and stores what each of them would alone, in order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(turnState, finishStates, (state, finishes) =>
        database.transaction(async (transaction) => {
          await transaction.script('savepoint empty');
          const [expected, ...others] = await outcomesOf(transaction, state, finishes);
          await transaction.script('rollback to empty');
          for (const outcome of others) assert.deepEqual(outcome, expected);
        }),
      ),
      { numRuns: 60, seed: 20_261_121 },
    );
  });
});

/** What comes of the same state by each way of ending. The time stands still, since all is one transaction. */
async function outcomesOf(
  transaction: Transaction,
  state: TurnState,
  states: readonly FinishState[],
): Promise<object[]> {
  const clients = await storeTurnState(transaction, state);
  const finishes = states.flatMap((one) => buildStoredFinish(one, clients));
  const outcomes: object[] = [];
  for (const end of [byTheRules, oneByOne, together]) {
    await transaction.script('savepoint stored');
    const answers = finishes.length === 0 ? [] : await end(transaction, finishes);
    outcomes.push({ answers, tables: await readTurnTables(transaction) });
    await transaction.script('rollback to stored');
  }
  return outcomes;
}

/** As the functions of 0.2.0 settled turns that no process had run. */
const byTheRules: End = async (transaction, finishes) => {
  const results: AttemptFinish[] = [];
  for (const finish of finishes) {
    const result = await resultOf(transaction, finish);
    if (result === 'stored') await settle(transaction, finish);
    results.push(result);
  }
  return results;
};

async function resultOf(transaction: Transaction, finish: Finish): Promise<AttemptFinish> {
  const [turn] = await transaction.query<{ state: string; attempt: number; followed: boolean }>(
    `select t.state, t.attempt, exists (select from turns q where q.client_id = t.client_id
       and q.conversation_id = t.conversation_id and q.state = 'queued') as followed
     from turns t where t.client_id = $1 and t.id = $2`,
    [finish.clientId, finish.turnId],
  );
  if (turn === undefined || turn.attempt < finish.attempt) return 'ended';
  if (turn.attempt > finish.attempt) return 'replaced';
  if (turn.state !== 'running') return 'ended';
  return turn.followed ? 'followed' : 'stored';
}

async function settle(transaction: Transaction, finish: Finish): Promise<void> {
  await transaction.query(
    `update turns set state = $3, finish_reason = $4, error_code = $5, refunded = $6, finished_at = now(),
       process_id = null, model = $7, input_tokens = $8, output_tokens = $9
     where client_id = $1 and id = $2`,
    [
      finish.clientId,
      finish.turnId,
      finish.state,
      finish.finishReason,
      finish.errorCode,
      finish.refund,
      finish.model,
      finish.inputTokens,
      finish.outputTokens,
    ],
  );
  await transaction.query(
    'select settle_turns(array[t], array[$3]) is null from turns t where client_id = $1 and id = $2',
    [finish.clientId, finish.turnId, finish.text],
  );
}

const together: End = finishAttempts;

const oneByOne: End = async (transaction, finishes) => {
  const results: AttemptFinish[] = [];
  for (const finish of finishes) results.push(...(await finishAttempts(transaction, [finish])));
  return results;
};

export const breaks: readonly Break[] = [
  {
    rule: 'An end leaves a conversation in which others wait to a decision',
    file: 'database/functions/8-endings.sql',
    replace: 'and not (p_alone and (select true',
    by: 'and not (false and (select true',
  },
  {
    rule: 'A turn ends once',
    file: 'database/functions/8-endings.sql',
    replace: 't.attempt = x.attempt and t.state = p_was',
    by: "t.attempt = x.attempt and t.state <> 'queued'",
  },
];
