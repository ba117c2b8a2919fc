/** What happened to a request for the database, by the deepest cause that is known. */
export interface OutageFacts {
  /** SQLSTATE, or the system's code; null where there is none. */
  readonly sqlstate: string | null;
  readonly reason: string;
}

export interface DatabaseStateEvents {
  readonly onBegin: (outage: OutageFacts) => void;
  readonly onEnd: (outage: { readonly seconds: number; readonly failures: number }) => void;
}

/** The heartbeat is a write, at least once a second: older than this, writes fail. */
const staleBeatMs = 5_000;
/**
 * A full disk and a read-only server refuse what must be new, while a heartbeat, which changes a row in place, may go
 * on. They are remembered for longer than it takes a balancer to send the next request.
 */
const writesRefused = new Set(['53100', '25006']);
const refusalMs = 15_000;
/** Failures that follow each other closer than this are one outage, and two lines of the log. */
const quietMs = 5_000;

/** How this process gets on with its database: told of every failure and every heartbeat that was answered. */
export class DatabaseState {
  readonly #events: DatabaseStateEvents;
  readonly #now: () => number;
  #lastBeat: number;
  #lastRefusal = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #outage: { readonly beganAt: number; lastFailureAt: number; failures: number } | null = null;

  constructor(events: DatabaseStateEvents, now: () => number = () => performance.now()) {
    this.#events = events;
    this.#now = now;
    this.#lastBeat = now();
  }

  /** Whether the last heartbeat that was answered is recent enough, and no write was refused lately. */
  get takesWrites(): boolean {
    const now = this.#now();
    return now - this.#lastBeat <= staleBeatMs && now - this.#lastRefusal > refusalMs;
  }

  /** The process leaves the database: what fails from here on says nothing about it. */
  close(): void {
    this.#isClosed = true;
  }

  failed(error: unknown): void {
    if (this.#isClosed) return;
    const now = this.#now();
    const facts = factsOf(error);
    if (facts.sqlstate !== null && writesRefused.has(facts.sqlstate)) this.#lastRefusal = now;
    if (this.#outage === null) {
      this.#outage = { beganAt: now, lastFailureAt: now, failures: 0 };
      this.#events.onBegin(facts);
    }
    this.#outage.lastFailureAt = now;
    this.#outage.failures += 1;
  }

  beat(): void {
    const now = this.#now();
    this.#lastBeat = now;
    const outage = this.#outage;
    if (outage === null || now - outage.lastFailureAt < quietMs) return;
    this.#outage = null;
    const seconds = Math.round((outage.lastFailureAt - outage.beganAt) / 1_000);
    this.#events.onEnd({ seconds, failures: outage.failures });
  }
}

/** Our own words for a failure say less than the driver's below them. */
function factsOf(error: unknown): OutageFacts {
  if (!(error instanceof Error)) return { sqlstate: null, reason: String(error) };
  if (error.cause !== undefined) return factsOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return factsOf(error.errors[0]);
  const code: unknown = 'code' in error ? error.code : null;
  return { sqlstate: typeof code === 'string' ? code : null, reason: error.message };
}
