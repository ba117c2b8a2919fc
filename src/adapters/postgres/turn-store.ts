import type { Lane } from '#contract/jobs.ts';
import { DatabaseUnavailable } from '#core/errors.ts';
import type { Owner } from '#core/identity/caller.ts';
import type { HistoryMessage, TurnRecord } from '#core/turn/turn.ts';
import type {
  Admission,
  AdmissionResult,
  ClaimedTurn,
  Finish,
  Heartbeat,
  HeartbeatAnswer,
  StoredOutput,
  TurnStore,
} from '#core/turn/turn-store.ts';
import { Batcher } from './batcher.ts';
import type { Database, Queryable } from './database.ts';
import { admissionsLiteral, finishesLiteral } from './turn-batches.ts';
import { sendHeartbeat } from './turn-heartbeat.ts';
import { readTurnOutput } from './turn-output.ts';
import { findTurn } from './turn-record.ts';
import {
  type AdmissionRow,
  admissionOf,
  type ClaimRow,
  claimOf,
  type HistoryRow,
  historyOf,
} from './turn-rows.ts';

const batchSize = 128;

/** Rings a lane, so that a worker comes for its next job; in the transaction that made it claimable. */
export interface LaneBell {
  ring(lanes: readonly Lane[], within: Queryable): Promise<void>;
}

export class PostgresTurnStore implements TurnStore {
  readonly #database: Database;
  readonly #bell: LaneBell;
  readonly #admissions: Batcher<Admission, AdmissionRow>;
  readonly #finishes: Batcher<Finish, boolean>;

  constructor(database: Database, bell: LaneBell) {
    this.#database = database;
    this.#bell = bell;
    this.#admissions = new Batcher((batch) => this.#admitBatch(batch), batchSize, isAway);
    this.#finishes = new Batcher((batch) => this.#finishBatch(batch), batchSize, isAway);
  }

  async admit(admission: Admission): Promise<AdmissionResult> {
    return admissionOf(await this.#admissions.submit(admission));
  }

  async begin(
    clientId: number,
    turnId: string,
    processId: string,
  ): Promise<readonly HistoryMessage[] | 'wait' | 'gone'> {
    const [row] = await this.#database.query<{ result: { status: string; history: HistoryRow[] } }>(
      'select begin_turn($1, $2, $3) as result',
      [clientId, turnId, processId],
    );
    if (row?.result.status === 'begun') return historyOf(row.result.history);
    return row?.result.status === 'wait' ? 'wait' : 'gone';
  }

  finish(finish: Finish): Promise<boolean> {
    return this.#finishes.submit(finish);
  }

  async claim(lane: Lane, processId: string, count: number): Promise<ClaimedTurn[]> {
    const rows = await this.#database.query<{ claimed: ClaimRow }>(
      'select claim_turns($1, $2, $3) as claimed',
      [lane, processId, count],
    );
    return rows.map((row) => claimOf(row.claimed));
  }

  async letGo(clientId: number, turnId: string, attempt: number): Promise<void> {
    await this.#ringing('select let_go_turn($1, $2, $3) as lane', [clientId, turnId, attempt]);
  }

  async register(processId: string, leaseMs: number, slots: number): Promise<void> {
    await this.#database.query(
      `insert into processes (id, lease_until, slots) values ($1, now() + $2 * interval '1 ms', $3)`,
      [processId, leaseMs, slots],
    );
  }

  async unregister(processId: string): Promise<void> {
    await this.#database.query('delete from processes where id = $1', [processId]);
  }

  heartbeat(beat: Heartbeat): Promise<HeartbeatAnswer> {
    return sendHeartbeat(this.#database, beat);
  }

  async held(processId: string): Promise<string[]> {
    const rows = await this.#database.query<{ id: string }>(
      `select id from turns where state = 'running' and process_id = $1
       union all select id from turns where state = 'queued' and process_id is not null and process_id = $1`,
      [processId],
    );
    return rows.map((row) => row.id);
  }

  async abandon(processId: string, turnIds: readonly string[]): Promise<void> {
    await this.#database.query('select abandon_turns($1, $2)', [processId, turnIds]);
  }

  async recover(maxDeaths: number, graceMs = 0): Promise<void> {
    const lost = await this.#database.query<TurnKey>(
      `select client_id, turn_id from lost_turns($1 * interval '1 ms')`,
      [graceMs],
    );
    await eachAlone(lost, ({ client_id, turn_id }) =>
      this.#ringing('select recover_turn($1, $2, $3) as lane', [client_id, turn_id, maxDeaths]),
    );
  }

  async expire(queueTtlMs: number): Promise<void> {
    const overdue = await this.#database.query<TurnKey>(
      `select client_id, turn_id from overdue_turns($1 * interval '1 ms')`,
      [queueTtlMs],
    );
    await eachAlone(overdue, ({ client_id, turn_id }) =>
      this.#ringing(`select expire_turn($1, $2, $3 * interval '1 ms') as lane`, [
        client_id,
        turn_id,
        queueTtlMs,
      ]),
    );
  }

  async tidy(): Promise<void> {
    await this.#database.query('select tidy_queue()');
    await this.#database.query(`delete from idempotency_keys where created_at < now() - interval '24 hours'`);
  }

  find(owner: Owner, turnId: string): Promise<TurnRecord | null> {
    return findTurn(this.#database, owner, turnId);
  }

  async cancel(owner: Owner, turnId: string): Promise<TurnRecord | null> {
    await this.#ringing(
      `select cancel_turn(client_id, id, 'cancelled') as lane from turns
       where client_id = $1 and external_user_id = $2 and id = $3 and state in ('queued', 'running')`,
      [owner.clientId, owner.userId, turnId],
    );
    return this.find(owner, turnId);
  }

  readOutput(
    owner: Owner,
    turnId: string,
    attempt: number | null,
    from: number,
  ): Promise<StoredOutput | null> {
    return readTurnOutput(this.#database, owner, turnId, attempt, from);
  }

  async #admitBatch(batch: readonly Admission[]): Promise<readonly AdmissionRow[]> {
    const values = [admissionsLiteral(batch)];
    if (batch.every((admission) => admission.door === 'stream')) {
      return resultsOf<AdmissionRow>(this.#database, admitSql, values);
    }
    return this.#database.transaction(async (transaction) => {
      const rows = await resultsOf<AdmissionRow>(transaction, admitSql, values);
      const lanes = batch.filter((one, index) => one.door === 'job' && rows[index]?.status === 'admitted');
      await this.#ring(
        lanes.map((one) => one.lane),
        transaction,
      );
      return rows;
    });
  }

  async #finishBatch(batch: readonly Finish[]): Promise<readonly boolean[]> {
    const released = await resultsOf<Lane | '' | null>(this.#database, finishSql, [finishesLiteral(batch)]);
    // The next job of a conversation is rung for after the commit: a lost ring costs a moment, never a job.
    await this.#ring(
      released.flatMap((lane) => lane || []),
      this.#database,
    );
    return released.map((lane) => lane !== null);
  }

  /** Runs a statement that answers the lanes in which something became claimable. */
  async #ringing(text: string, values: readonly unknown[]): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      const rows = await transaction.query<{ lane: Lane | null }>(text, values);
      await this.#ring(
        rows.flatMap((row) => (row.lane ? [row.lane] : [])),
        transaction,
      );
    });
  }

  async #ring(lanes: readonly Lane[], within: Queryable): Promise<void> {
    if (lanes.length > 0) await this.#bell.ring(lanes, within);
  }
}

interface TurnKey {
  readonly client_id: number;
  readonly turn_id: string;
}

const admitSql = 'select admit_turns($1) as results';
const finishSql = 'select finish_turns($1) as results';

/**
 * A transaction for each turn: several in one would take locks in an order that is nobody else's. One that fails
 * does not keep the others waiting.
 */
async function eachAlone(turns: readonly TurnKey[], work: (turn: TurnKey) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const turn of turns) {
    try {
      await work(turn);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'turns could not be taken over');
}

async function resultsOf<Row>(
  on: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const [row] = await on.query<{ results: Row[] }>(text, values);
  return row?.results ?? [];
}

function isAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable;
}
