import type { CountedCall } from '#core/models/counted-call.ts';
import { afterOutcomes, afterTakeOver } from '#core/turn/steps/decide-calls.ts';
import type { AttemptKey, CallOutcome, StepStore } from '#core/turn/steps/step-store.ts';
import type { StoredCall, StoredStep } from '#core/turn/steps/turn-tools.ts';
import type { Database } from '../database/database.ts';
import type { Rows, Statement } from '../database/statement-group.ts';
import { decodeText } from '../database/text-coding.ts';
import { callColumns, changeOf, describeStep, lockedCallOf, type StepRow } from './step-rows.ts';
import { describeCalls } from './turn-calls.ts';

export class PostgresStepStore implements StepStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async isKnownToAll(): Promise<boolean> {
    const [row] = await this.#database.query<{ known: boolean }>(knownSql);
    return row?.known ?? false;
  }

  async storeStep(key: AttemptKey, step: StoredStep, calls: readonly CountedCall[]): Promise<boolean> {
    const [row] = await this.#database.query<{ runs: boolean }>(storeSql, [
      ...idOf(key),
      key.attempt,
      describeCalls(calls) ?? '[]',
      describeStep(step),
    ]);
    return row?.runs ?? false;
  }

  async storeOutcomes(
    key: AttemptKey,
    nth: number,
    outcomes: readonly CallOutcome[],
  ): Promise<readonly StoredCall[]> {
    const { result } = await this.#database.readDecideWrite(
      [lockedTurn(key), lockedCalls(key, nth)],
      ([, rows]) => {
        const before = callsIn(rows);
        const after = afterOutcomes(before, outcomes);
        return { result: after, store: storing(key, before, after, outcomes), afterCommit: [] };
      },
    );
    return result;
  }

  async takeOver(key: AttemptKey): Promise<readonly StoredStep[]> {
    const steps = { text: stepsSql, values: idOf(key) };
    const facts = [lockedTurn(key), lockedCalls(key, null), steps];
    const { result } = await this.#database.readDecideWrite(facts, ([, rows, stepRows = []]) => {
      const before = callsIn(rows);
      const after = afterTakeOver(before);
      return {
        result: stepsOf(stepRows, before, after),
        store: storing(key, before, after),
        afterCommit: [],
      };
    });
    return result;
  }
}

type CallOfStep = ReturnType<typeof lockedCallOf>;

function callsIn(rows: Rows = []): readonly CallOfStep[] {
  return rows.map(lockedCallOf);
}

function stepsOf(
  rows: readonly StepRow[],
  locked: readonly CallOfStep[],
  after: readonly StoredCall[],
): readonly StoredStep[] {
  return rows.map(({ step, origin, text, native }) => ({
    nth: step,
    origin,
    text: decodeText(text),
    native: JSON.parse(native),
    calls: after.filter((_, index) => locked[index]?.step === step),
  }));
}

/** Nothing where nothing has changed: another process has stored it. */
function storing(
  key: AttemptKey,
  before: readonly CallOfStep[],
  after: readonly StoredCall[],
  outcomes: readonly CallOutcome[] = [],
): readonly Statement[] {
  const changes = after
    .filter((call, index) => call !== before[index]?.call)
    .map((call) => changeOf(call, outcomes));
  return changes.length === 0 ? [] : [{ text: changeSql, values: [...idOf(key), JSON.stringify(changes)] }];
}

/** Before its calls, as whatever ends it does. */
function lockedTurn({ clientId, turnId }: AttemptKey): Statement {
  return { text: lockTurnSql, values: [clientId, turnId] };
}

function lockedCalls(key: AttemptKey, nth: number | null): Statement {
  return { text: lockSql, values: [...idOf(key), nth] };
}

function idOf({ clientId, conversationId, turnId }: AttemptKey) {
  return [clientId, conversationId, turnId] as const;
}

const knownSql = `select not exists (select from newest_processes()
  where lease_until > now() and state ->> 'version' ~ '^0\\.[0-4]\\.') as known`;

const storeSql = 'select store_step($1, $2, $3, $4, $5, $6) as runs';

const changeSql = 'select change_tool_calls($1, $2, $3, $4) is null as is_changed';

const lockTurnSql = 'select state from turns where client_id = $1 and id = $2 for no key update';

/** $4: the step, or null for all of them. */
const lockSql = `select ${callColumns} from tool_calls k
  where k.client_id = $1 and k.conversation_id = $2 and k.turn_id = $3 and ($4::smallint is null or k.step = $4)
  order by k.step, k.place for update`;

const stepsSql = `select step, origin, text, native from turn_steps
  where client_id = $1 and conversation_id = $2 and turn_id = $3 order by step`;
