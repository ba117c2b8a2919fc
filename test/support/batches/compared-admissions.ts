import assert from 'node:assert/strict';
import type { Transaction } from '#adapters/postgres/database/database.ts';
import type { Admission, AdmissionResult } from '#core/turn/admission/admission.ts';
import { readTurnTables } from '../database/stored-rows.ts';
import { type StoredClient, storeTurnState } from '../world/store-turn-state.ts';
import { type AdmissionState, buildStoredAdmission } from './admission-state.ts';
import { admitWithin } from './admit-within.ts';
import type { TurnState } from './turn-state.ts';

interface Outcome {
  readonly results: readonly AdmissionResult[];
  readonly tables: object;
}

/**
 * Decides the same requests on the same state in batches, and one by one in the order in which the batches decided
 * them, and compares results and rows. Everything is one transaction, so that the time stands still, and nothing is
 * kept.
 */
export async function compareAdmissions(
  transaction: Transaction,
  state: TurnState,
  states: readonly AdmissionState[],
  queueCapacity: number,
): Promise<void> {
  await transaction.script('savepoint empty');
  const clients = await storeTurnState(transaction, state);
  const admissions = states.map((one, nth) => buildStoredAdmission(one, nth, clients, queueCapacity));
  for (const isAlone of [true, false]) {
    const order: Admission[] = [];
    const together = await outcomeOf(transaction, clients, () =>
      inBatches(transaction, admissions, isAlone, order),
    );
    const apart = await outcomeOf(transaction, clients, () => oneByOne(transaction, order));
    assert.deepEqual(together, apart);
  }
  await transaction.script('rollback to empty');
}

async function outcomeOf(
  transaction: Transaction,
  clients: readonly StoredClient[],
  decide: () => Promise<AdmissionResult[]>,
): Promise<Outcome> {
  await transaction.script('savepoint stored');
  const results = await decide();
  await startDay(
    transaction,
    clients.map(({ client }) => client.id),
  );
  const tables = await readTurnTables(transaction);
  await transaction.script('rollback to stored');
  return { results, tables };
}

/**
 * Appends to `order` in the order of decisions. Requests that are left to another batch are decided in the next one.
 */
async function inBatches(
  transaction: Transaction,
  admissions: readonly Admission[],
  isAlone: boolean,
  order: Admission[],
): Promise<AdmissionResult[]> {
  const results: AdmissionResult[] = [];
  let waiting = admissions;
  for (let round = 0; waiting.length > 0; round++) {
    const answers = await admitWithin(transaction, waiting, isAlone || round > 0);
    const left: Admission[] = [];
    for (const [index, admission] of waiting.entries()) {
      const answer = answers[index];
      if (answer?.kind === 'answered') {
        order.push(admission);
        results.push(comparable(answer.result, admission));
      } else left.push(admission);
    }
    assert.ok(round === 0 || left.length < waiting.length, 'a client whose row is waited for gets an answer');
    waiting = left;
  }
  return results;
}

async function oneByOne(
  transaction: Transaction,
  admissions: readonly Admission[],
): Promise<AdmissionResult[]> {
  const results: AdmissionResult[] = [];
  for (const admission of admissions) {
    const [answer] = await admitWithin(transaction, [admission]);
    assert.ok(answer?.kind === 'answered', 'a request that is alone gets an answer');
    results.push(comparable(answer.result, admission));
  }
  return results;
}

/**
 * A place in the queue depends on what else is in it when it is read; the tags in the tables do not. Prompts that
 * only streams read at once were also read for other turns.
 */
function comparable(result: AdmissionResult, { kind }: Admission): AdmissionResult {
  if (result.status !== 'admitted') return result;
  const begins = kind === 'stream' && result.state === 'running';
  return {
    ...result,
    position: result.position === null ? null : 1,
    ...(begins ? {} : { history: [], prompt: null }),
  };
}

async function startDay(transaction: Transaction, clientIds: readonly number[]): Promise<void> {
  await transaction.query(
    'insert into usage_clients select c, utc_day() from unnest($1::integer[]) c on conflict do nothing',
    [clientIds],
  );
}
