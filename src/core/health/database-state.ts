/** How a request to the database failed, by the deepest known cause. */
export interface OutageFacts {
  /** SQLSTATE, or the system's code; null where there is none. */
  readonly sqlstate: string | null;
  readonly reason: string;
}

export interface DatabaseStateEvents {
  readonly onBegin: (outage: OutageFacts) => void;
  readonly onEnd: (outage: { readonly seconds: number; readonly failures: number }) => void;
}

/** A heartbeat is a write and runs at least once a second. When the last success is older than this, writes fail. */
const staleBeatMs = 5_000;
/**
 * A full disk and a read-only server refuse new rows, while a heartbeat, which updates a row in place, may still
 * succeed. Such a failure is remembered for longer than the interval between a load balancer's probes.
 */
const writesRefused = new Set(['53100', '25006']);
const refusalMs = 15_000;
/**
 * Failures closer together than this belong to one outage, which is logged once when it begins and once when it ends.
 */
const quietMs = 5_000;

/** Whether this process can use its database. It is notified of every failure and of every successful heartbeat. */
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

  /** Whether the last successful heartbeat is recent enough and no write was refused lately. */
  get takesWrites(): boolean {
    return !this.isAway && this.#now() - this.#lastRefusal > refusalMs;
  }

  /** Whether no heartbeat has succeeded lately: a request that needs the database would wait for nothing. */
  get isAway(): boolean {
    return this.beatAgeMs > staleBeatMs;
  }

  /** Since the last heartbeat that the database accepted. */
  get beatAgeMs(): number {
    return this.#now() - this.#lastBeat;
  }

  /** The process is disconnecting, so later failures say nothing about the database. */
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

/** The driver's error, which we wrap, says more than our own message. */
function factsOf(error: unknown): OutageFacts {
  if (!(error instanceof Error)) return { sqlstate: null, reason: String(error) };
  if (error.cause !== undefined) return factsOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return factsOf(error.errors[0]);
  const code: unknown = 'code' in error ? error.code : null;
  return { sqlstate: typeof code === 'string' ? code : null, reason: error.message };
}
