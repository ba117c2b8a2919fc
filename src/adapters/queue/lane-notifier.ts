import { type Db, PgBoss } from 'pg-boss';
import { type Lane, lanes } from '#contract/jobs.ts';
import { wait } from '#core/shared/wait.ts';
import type { DatabaseConnection, Queryable } from '../postgres/database/database.ts';
import type { LaneNotifier } from '../postgres/turns/turn-store.ts';

const queueOf = (lane: Lane) => `turns-${lane}`;
const listenEveryMs = 500;

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
 * one unfetched notification stands for any number of turns, and they cannot pile up.
 */
export class BossLaneNotifier implements LaneNotifier, AsyncDisposable {
  readonly #boss: PgBoss;
  readonly #onError: (error: unknown) => void;
  readonly #stop = new AbortController();
  #listening: Promise<unknown> = Promise.resolve();

  private constructor(boss: PgBoss, onError: (error: unknown) => void) {
    this.#boss = boss;
    this.#onError = onError;
  }

  static async start({ connectionString, onError }: LaneNotifierOptions): Promise<BossLaneNotifier> {
    const boss = new PgBoss({
      connectionString,
      application_name: 'parley-queue',
      max: 4,
      superviseIntervalSeconds: 10,
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
    return new BossLaneNotifier(boss, onError);
  }

  async notify(lanesToNotify: readonly Lane[], within: Queryable): Promise<void> {
    const db: Db = {
      executeSql: async (text, values) => ({ rows: await within.query(text, values ?? []) }),
    };
    // Always in one order, because a notification waits for another transaction's notification of the same lane.
    for (const lane of lanes) {
      if (lanesToNotify.includes(lane)) await this.#boss.insert(queueOf(lane), [{}], { db });
    }
  }

  /** Starts listening for notifications. */
  listen(listener: LaneListener): void {
    this.#listening = Promise.all(lanes.map((lane) => this.#listenTo(lane, listener)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#listening;
    await this.#boss.stop({ graceful: true, timeout: 5_000, close: true });
  }

  async #listenTo(lane: Lane, listener: LaneListener): Promise<void> {
    while (!this.#stop.signal.aborted) {
      if (listener.hasFreeSlot(lane)) {
        await this.#fetch(lane, listener).catch((error) => this.#onError(error));
      }
      await wait(listenEveryMs, this.#stop.signal).catch(() => {});
    }
  }

  async #fetch(lane: Lane, listener: LaneListener): Promise<void> {
    const [notification] = await this.#boss.fetch(queueOf(lane));
    if (notification === undefined) return;
    listener.onNotification();
    await this.#boss.complete(queueOf(lane), notification.id);
  }
}
