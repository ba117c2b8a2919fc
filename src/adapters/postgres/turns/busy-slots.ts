import type { Queryable } from '../database/database.ts';

const countEveryMs = 1_000;

/** Counts the busy job slots of other processes; the worker knows its own. */
export class BusySlotsElsewhere implements AsyncDisposable {
  readonly #database: Queryable;
  readonly #processId: () => string;
  readonly #timer: NodeJS.Timeout;
  #counting: Promise<void> | null = null;
  #count = 0;

  constructor(database: Queryable, processId: () => string) {
    this.#database = database;
    this.#processId = processId;
    this.#timer = setInterval(() => {
      this.#counting ??= this.#measure().finally(() => {
        this.#counting = null;
      });
    }, countEveryMs);
  }

  /** At most one second old. */
  get count(): number {
    return this.#count;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#counting;
  }

  /** The estimate may be stale: a database that does not answer is reported elsewhere. */
  async #measure(): Promise<void> {
    try {
      const [row] = await this.#database.query<{ busy: number }>(sql, [this.#processId()]);
      this.#count = row?.busy ?? 0;
    } catch {
      this.#count = 0;
    }
  }
}

const sql = `select count(*)::int as busy from turns
  where state = 'running' and door = 'job' and process_id is distinct from $1`;
