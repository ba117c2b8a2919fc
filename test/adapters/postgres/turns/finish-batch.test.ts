import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { Database, type Transaction } from '#adapters/postgres/database/database.ts';
import { finishesLiteral } from '#adapters/postgres/turns/turn-batches.ts';
import type { Lane } from '#contract/jobs.ts';
import type { Finish } from '#core/turn/turn-store.ts';
import { buildStoredFinish, type FinishState, finishStates } from '#test/batches/finish-state.ts';
import { type TurnState, turnState } from '#test/batches/turn-state.ts';
import { readTurnTables } from '#test/database/stored-rows.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { storeTurnState } from '#test/world/store-turn-state.ts';

interface Answer {
  readonly accepted: boolean;
  readonly released: Lane | null;
}

type End = (transaction: Transaction, finishes: readonly Finish[]) => Promise<readonly Answer[]>;

describe('a batch of finishes', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  before(async () => {
    testDatabase = await createTestDatabase();
    database = new Database({ connectionString: testDatabase.url, connections: 1 });
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
      { numRuns: 120, seed: 20_261_121 },
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

/** The same function settles turns that no process works on. */
const byTheRules: End = async (transaction, finishes) => {
  const answers: Answer[] = [];
  for (const finish of finishes) {
    const ended = await transaction.query(
      `update turns set state = $4, finish_reason = $5, error_code = $6, refunded = $7, finished_at = now(),
         process_id = null, model = $8, input_tokens = $9, output_tokens = $10
       where client_id = $1 and id = $2 and attempt = $3 and state = 'running' returning id`,
      [
        finish.clientId,
        finish.turnId,
        finish.attempt,
        finish.state,
        finish.finishReason,
        finish.errorCode,
        finish.refund,
        finish.model,
        finish.inputTokens,
        finish.outputTokens,
      ],
    );
    if (ended.length === 0) {
      answers.push({ accepted: false, released: null });
      continue;
    }
    await transaction.query(
      'select settle_turns(array[t], array[$3]) is null from turns t where client_id = $1 and id = $2',
      [finish.clientId, finish.turnId, finish.text],
    );
    const [next] = await transaction.query<{ released: Lane | null }>(
      'select release_next($1, $2) as released',
      [finish.clientId, finish.conversationId],
    );
    answers.push({ accepted: true, released: next?.released ?? null });
  }
  return answers;
};

const together: End = async (transaction, finishes) => {
  const [row] = await transaction.query<{ released: (Lane | '' | null)[] }>(
    'select finish_turns($1) as released',
    [finishesLiteral(finishes)],
  );
  return (row?.released ?? []).map((lane) => ({ accepted: lane !== null, released: lane || null }));
};

const oneByOne: End = async (transaction, finishes) => {
  const answers: Answer[] = [];
  for (const finish of finishes) answers.push(...(await together(transaction, [finish])));
  return answers;
};
