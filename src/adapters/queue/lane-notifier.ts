import { type Db, PgBoss } from 'pg-boss';
import { type Lane, lanes } from '#contract/jobs.ts';
import type { DatabaseConnection, Queryable } from '../postgres/database/database.ts';
import type { LaneNotifier } from '../postgres/turns/turn-store.ts';
import { HintChannel } from './hint-channel.ts';

const queueOf = (lane: Lane) => `turns-${lane}`;
/** How often a listener polls for a notification, without hints and with them. */
const pollMs = { alone: 500, hinted: 30_000 } as const;
/** The least time between two polls of a lane, whatever the hints: under load every job is one. */
const restMs = 100;
const hintChannel = 'parley_turns';

export interface LaneNotifierOptions extends DatabaseConnection {
  readonly onError: (error: unknown) => void;
}

/** Receives notifications. */
export interface LaneListener {
  /** A notification is left for other processes while this returns false. */
  hasFreeSlot(lane: Lane): boolean;
  onNotification(): void;
}

/**
 * Notifies workers of jobs through pg-boss. A notification is an entry of the lane's queue, inserted once a turn is
 * stored as claimable and fetched by one process. It carries nothing, because the turn's row says which job is next; so
 * one unfetched notification stands for any number of turns, and they cannot pile up. A hint tells every process to
 * look for it at once.
 */
export class BossLaneNotifier implements LaneNotifier, AsyncDisposable {
  readonly #boss: PgBoss;
  readonly #onError: (error: unknown) => void;
  readonly #stop = new AbortController();
  readonly #polls = new Map<Lane, LanePoll>();
  readonly #openHints: () => HintChannel | null;
  #hints: HintChannel | null = null;
  #listening: Promise<unknown> = Promise.resolve();

  private constructor(boss: PgBoss, { connectionString, guards, onError }: LaneNotifierOptions) {
    this.#boss = boss;
    this.#onError = onError;
    const onHint = (lane: string) => {
      for (const [each, poll] of this.#polls) if (lane === '' || lane === each) poll.hasten();
    };
    this.#openHints = () =>
      guards === 'transaction' ? null : new HintChannel({ connectionString, channel: hintChannel, onHint });
  }

  static async start({ connectionString, guards, onError }: LaneNotifierOptions): Promise<BossLaneNotifier> {
    const boss = new PgBoss({
      connectionString,
      application_name: 'parley-queue',
      max: 4,
      superviseIntervalSeconds: 60,
      // No job here depends on another one.
      flowIntervalSeconds: 3_600,
      schedule: false,
    });
    boss.on('error', onError);
    await boss.start();
    for (const lane of lanes) {
      // `short`: at most one entry that was not fetched yet.
      await boss.createQueue(queueOf(lane), {
        policy: 'short',
        retryLimit: 0,
        expireInSeconds: 15,
        deleteAfterSeconds: 60,
      });
    }
    return new BossLaneNotifier(boss, { connectionString, ...(guards && { guards }), onError });
  }

  async notify(lanesToNotify: readonly Lane[], within: Queryable): Promise<void> {
    const db: Db = {
      executeSql: async (text, values) => ({ rows: await within.query(text, values ?? []) }),
    };
    // Always in one order, because a notification waits for another transaction's notification of the same lane.
    for (const lane of lanes) {
      if (!lanesToNotify.includes(lane)) continue;
      await this.#boss.insert(queueOf(lane), [{}], { db });
      await within.query('select pg_notify($1, $2)', [hintChannel, lane]);
    }
  }

  /** Starts listening for notifications. */
  listen(listener: LaneListener): void {
    for (const lane of lanes) this.#polls.set(lane, new LanePoll());
    this.#hints = this.#openHints();
    this.#listening = Promise.all(lanes.map((lane) => this.#listenTo(lane, listener)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    for (const poll of this.#polls.values()) poll.hasten();
    await this.#listening;
    await this.#hints?.[Symbol.asyncDispose]();
    await this.#boss.stop({ graceful: true, timeout: 5_000, close: true });
  }

  async #listenTo(lane: Lane, listener: LaneListener): Promise<void> {
    while (!this.#stop.signal.aborted) {
      if (listener.hasFreeSlot(lane)) {
        await this.#fetch(lane, listener).catch((error) => this.#onError(error));
      }
      await this.#polls.get(lane)?.rest(() => this.#hints?.isOpen === true, this.#stop.signal);
    }
  }

  async #fetch(lane: Lane, listener: LaneListener): Promise<void> {
    const [notification] = await this.#boss.fetch(queueOf(lane));
    if (notification === undefined) return;
    listener.onNotification();
    await this.#boss.complete(queueOf(lane), notification.id);
  }
}

/** The pause between two polls for notifications of a lane. */
class LanePoll {
  #isHastened = false;
  #wake: () => void = () => undefined;

  hasten(): void {
    this.#isHastened = true;
    this.#wake();
  }

  async rest(isHinted: () => boolean, signal: AbortSignal): Promise<void> {
    await this.#until(restMs, () => signal.aborted);
    const alsoMs = (isHinted() ? pollMs.hinted : pollMs.alone) - restMs;
    await this.#until(alsoMs, () => this.#isHastened || signal.aborted);
    this.#isHastened = false;
  }

  #until(ms: number, isOver: () => boolean): Promise<void> {
    if (isOver()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#wake = () => {
        if (isOver()) end();
      };
    });
  }
}
