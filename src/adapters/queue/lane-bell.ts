import { type Db, PgBoss } from 'pg-boss';
import { type Lane, lanes } from '#contract/resources.ts';
import type { DatabaseConnection, Queryable } from '../postgres/database.ts';
import type { LaneBell } from '../postgres/turn-store.ts';

const queueOf = (lane: Lane) => `turns-${lane}`;

export interface BossBellOptions extends DatabaseConnection {
  readonly onError: (error: Error) => void;
}

/**
 * Rings for jobs through pg-boss: a ring is an entry of the lane's queue, inserted by the transaction that makes
 * a turn claimable, and fetched by one worker. It carries nothing, because the turn's row says what is next.
 */
export class BossBell implements LaneBell, AsyncDisposable {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  static async start(options: BossBellOptions): Promise<BossBell> {
    const boss = new PgBoss({
      connectionString: options.connectionString,
      application_name: 'parley-queue',
      max: 4,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
      schedule: false,
    });
    boss.on('error', options.onError);
    await boss.start();
    for (const lane of lanes) {
      await boss.createQueue(queueOf(lane), { retryLimit: 2, heartbeatSeconds: 10, deleteAfterSeconds: 60 });
    }
    return new BossBell(boss);
  }

  async ring(rung: readonly Lane[], within: Queryable): Promise<void> {
    const db: Db = {
      executeSql: async (text, values) => ({ rows: await within.query(text, values ?? []) }),
    };
    for (const lane of lanes) {
      const rings = rung.filter((one) => one === lane).map(() => ({}));
      if (rings.length > 0) await this.#boss.insert(queueOf(lane), rings, { db });
    }
  }

  /** Calls back for every batch of rings that this process was given. */
  async listen(onRing: () => void): Promise<void> {
    for (const lane of lanes) {
      const options = { batchSize: 100, pollingIntervalSeconds: 0.5, heartbeatRefreshSeconds: 3 };
      await this.#boss.work(queueOf(lane), options, async () => onRing());
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 5_000, close: true });
  }
}
