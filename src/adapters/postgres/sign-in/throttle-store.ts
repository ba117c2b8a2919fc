import type { BucketState, ThrottleStore } from '#core/sign-in/throttle.ts';
import type { Queryable } from '../database/database.ts';

interface BucketRow {
  bucket: string;
  attempts: number;
  seconds_left: number;
}

/** Counts attempts per window. A statement locks its rows in order, so that two statements never deadlock. */
export class PostgresThrottleStore implements ThrottleStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async count(keys: readonly string[], windowSeconds: number): Promise<BucketState[]> {
    const rows = await this.#database.query<BucketRow>(
      `insert into login_throttle as t (bucket, attempts, window_ends)
       select key, 1, now() + make_interval(secs => $2) from unnest($1::text[]) key order by key
       on conflict (bucket) do update set
         attempts = case when t.window_ends <= now() then 1 else t.attempts + 1 end,
         window_ends = case when t.window_ends <= now() then excluded.window_ends else t.window_ends end
       returning bucket, attempts, ceil(extract(epoch from window_ends - now()))::int as seconds_left`,
      [keys, windowSeconds],
    );
    return rows.map((row) => ({ key: row.bucket, attempts: row.attempts, secondsLeft: row.seconds_left }));
  }

  async clear(key: string): Promise<void> {
    await this.#database.query('delete from login_throttle where bucket = $1', [key]);
  }

  async giveBack(keys: readonly string[]): Promise<void> {
    await this.#database.query(
      `update login_throttle set attempts = attempts - 1 where bucket in (
         select bucket from login_throttle where bucket = any($1) and attempts > 0 order by bucket for update)`,
      [keys],
    );
  }
}
