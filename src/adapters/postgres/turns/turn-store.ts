import type { Lane } from '#contract/jobs.ts';
import type { NewAuditEntry } from '#core/audit/audit.ts';
import type { Owner } from '#core/identity/caller.ts';
import type { CountedCall } from '#core/models/counted-call.ts';
import type { Admission, AdmissionResult } from '#core/turn/admission/admission.ts';
import { decideCancel, decideExpiry, decideRecovery, decideRelease } from '#core/turn/decide-ending.ts';
import type { HistoryMessage, TurnRecord } from '#core/turn/turn.ts';
import type {
  CallsSoFar,
  ClaimedTurn,
  Finish,
  FinishResult,
  Heartbeat,
  HeartbeatResult,
  TurnStore,
} from '#core/turn/turn-store.ts';
import type { SettledTurn } from '#core/turn/turn-telemetry.ts';
import { PostgresAdmissionStore } from '../admissions/admission-store.ts';
import { LaterNotifications } from '../admissions/later-notifications.ts';
import { Batcher } from '../database/batcher.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Database, Queryable } from '../database/database.ts';
import { isAway } from '../database/database-errors.ts';
import { deleteSlices } from '../database/delete-slice.ts';
import { eachAlone } from './each-alone.ts';
import type { TurnKey } from './ending-facts.ts';
import { describeCalls } from './turn-calls.ts';
import { TurnEndings } from './turn-endings.ts';
import { type AttemptFinish, finishAttempts } from './turn-finish.ts';
import { sendHeartbeat } from './turn-heartbeat.ts';
import { forgetReaders } from './turn-readers.ts';
import { TurnReads } from './turn-reads.ts';
import { findTurn } from './turn-record.ts';
import { type ClaimRow, claimOf } from './turn-rows.ts';

const batchSize = 128;
/**
 * The most UTF-16 units of answers that one statement puts together, unless a single answer is longer. Their stored
 * beginnings count, because it reads them.
 */
const finishUnits = 4 * 1024 * 1024;
/** Half of what PostgreSQL does for an end that comes alone is the statement; with eight, hardly any of it is left. */
const finishGathering = { ms: 10, enough: 8 };

export interface TurnStoreOptions {
  /** Separate connections, so that waiting readers never block admissions, and nothing delays a heartbeat. */
  readonly readers?: Database;
  readonly heartbeats?: Database;
  /** Called for each turn that a decision in the store has ended or requeued. */
  readonly onSettled?: (turn: SettledTurn) => void;
  /** Called for each batch of admissions, with its size. */
  readonly onBatch?: (size: number) => void;
}

/** Notifies the workers of a lane that a job is claimable. */
export interface LaneNotifier {
  notify(lanes: readonly Lane[], within: Queryable): Promise<void>;
}

/** Admits, runs and ends turns; `TurnReads` answers their readers. */
export class PostgresTurnStore extends TurnReads implements TurnStore {
  readonly #database: Database;
  readonly #notifier: LaneNotifier;
  readonly #admissions: PostgresAdmissionStore;
  readonly #finishes: Batcher<Finish, AttemptFinish>;
  readonly #endings: TurnEndings;
  readonly #heartbeats: Database;

  constructor(
    database: Database,
    notifier: LaneNotifier,
    { readers = database, heartbeats = database, onSettled, onBatch }: TurnStoreOptions = {},
  ) {
    super(readers);
    this.#database = database;
    this.#notifier = notifier;
    this.#heartbeats = heartbeats;
    const later = new LaterNotifications((lanes) => this.#notify(lanes, database));
    this.#admissions = new PostgresAdmissionStore(database, (lanes) => later.add(lanes), onBatch);
    this.#finishes = new Batcher((batch) => finishAttempts(database, batch), batchSize, isAway, {
      weight: { of: ({ text, textFrom }) => text.length + textFrom, most: finishUnits },
      gathering: finishGathering,
    });
    this.#endings = new TurnEndings(database, (lanes) => this.#notify(lanes, database), onSettled);
  }

  admit(admission: Admission): Promise<AdmissionResult> {
    return this.#admissions.admit(admission);
  }

  async begin(
    clientId: number,
    turnId: string,
    processId: string,
  ): Promise<readonly HistoryMessage[] | 'wait' | 'gone'> {
    return this.#endings.begin({ clientId, turnId }, processId);
  }

  async finish(finish: Finish): Promise<FinishResult> {
    for (;;) {
      const became = await this.#finishes.submit(finish);
      if (became !== 'followed') return became;
      if (await this.#endings.finish(finish)) return 'stored';
    }
  }

  async claim(lane: Lane, processId: string, count: number): Promise<ClaimedTurn[]> {
    const rows = await this.#database.query<{ claimed: ClaimRow }>(
      'select claim_turns($1, $2, $3) as claimed',
      [lane, processId, count],
    );
    return rows.map((row) => claimOf(row.claimed));
  }

  async nameGuidance({ clientId, id, attempt }: ClaimedTurn, version: number | null): Promise<void> {
    await this.#database.query(
      `update turns set guidance_version = $4 where client_id = $1 and id = $2 and attempt = $3 and state = 'running'`,
      [clientId, id, attempt, version],
    );
  }

  /** The trace of the request that queued a job; null when none was recorded. */
  async traceOf(clientId: number, turnId: string): Promise<string | null> {
    const [row] = await this.#database.query<{ traceparent: string }>(
      'select traceparent from turn_traces where client_id = $1 and turn_id = $2',
      [clientId, turnId],
    );
    return row?.traceparent ?? null;
  }

  async noteCalls({ clientId, turnId, attempt, calls, next }: CallsSoFar): Promise<boolean> {
    const [row] = await this.#database.query<{ runs: boolean }>(
      'select note_calls($1, $2, $3, $4, $5) as runs',
      [clientId, turnId, attempt, describeCalls(calls) ?? '[]', next],
    );
    return row?.runs ?? false;
  }

  async release(
    clientId: number,
    turnId: string,
    attempt: number,
    calls: readonly CountedCall[] = [],
  ): Promise<void> {
    const key = { clientId, turnId };
    await this.#endings.settle(key, 'release', (turn) => decideRelease(turn, attempt), { calls });
  }

  async register(
    processId: string,
    leaseMs: number,
    slots: number,
    historyBytes?: number,
    draining = false,
  ): Promise<void> {
    await this.#heartbeats.query(
      `insert into processes (id, lease_until, slots, history_bytes, draining)
       values ($1, now() + $2 * interval '1 ms', $3, $4, $5)`,
      [processId, leaseMs, slots, historyBytes ?? null, draining],
    );
  }

  async unregister(processId: string): Promise<void> {
    await this.#database.query('delete from processes where id = $1', [processId]);
  }

  heartbeat(beat: Heartbeat): Promise<HeartbeatResult> {
    return sendHeartbeat(this.#heartbeats, beat);
  }

  async assignedTo(processId: string): Promise<string[]> {
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
    const lost = await camelRows<TurnKey>(
      this.#database,
      `select client_id, turn_id from lost_turns($1 * interval '1 ms')`,
      [graceMs],
    );
    await eachAlone(lost, (key) =>
      this.#endings.settle(key, 'recovery', (turn) => decideRecovery(turn, maxDeaths)),
    );
  }

  async expire(queueTtlMs: number): Promise<void> {
    const overdue = await camelRows<TurnKey>(
      this.#database,
      `select client_id, id as turn_id from turns
       where state = 'queued' and queued_at < now() - $1 * interval '1 ms' order by queued_at limit 500`,
      [queueTtlMs],
    );
    await eachAlone(overdue, (key) => this.#endings.settle(key, 'expiry', decideExpiry, { queueTtlMs }));
  }

  async tidy(): Promise<boolean> {
    await this.#database.query('select tidy_queue()');
    await this.#database.query('select tidy_events()');
    await forgetReaders(this.#database);
    return deleteSlices(this.#database, { idempotency_keys: `created_at < now() - interval '24 hours'` });
  }

  async cancel(owner: Owner, turnId: string, entry?: NewAuditEntry): Promise<TurnRecord | null> {
    const { clientId, userId } = owner;
    await this.#endings.settle(
      { clientId, turnId, userId },
      'cancel',
      (turn) => decideCancel(turn, 'cancelled'),
      entry === undefined ? {} : { entry },
    );
    return findTurn(this.#database, owner, turnId);
  }

  async #notify(lanes: readonly Lane[], within: Queryable): Promise<void> {
    if (lanes.length > 0) await this.#notifier.notify(lanes, within);
  }
}
