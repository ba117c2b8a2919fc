import { DatabaseUnavailable } from '../errors.ts';
import type { LiveTurn } from '../turn/live-turn.ts';
import type { CalledModel, ProcessReport, ProcessReportStore, ProcessState } from './process-report.ts';
import type { ReportCounts } from './report-counts.ts';

const everyMs = 1_000;
/** With nothing to count, only the state is reported, this often. */
const stateEveryMs = 5_000;
const choresEveryMs = 60_000;
/** The model of a shorter turn is stored only with its end: most turns then cost no write of their own for it. */
const modelAfterMs = 2_000;

export interface ProcessReporterOptions {
  readonly store: ProcessReportStore;
  readonly counts: ReportCounts;
  /** The current id of this process in the database. */
  readonly processId: () => string;
  readonly running: () => Iterable<LiveTurn>;
  readonly state: () => ProcessState;
  readonly onError: (what: string, error: unknown) => void;
}

/**
 * Reports what happens in this process, beside its heartbeats: neither waits for the other. Counts of a report that
 * could not be sent stay in it until it is stored.
 */
export class ProcessReporter implements AsyncDisposable {
  readonly #options: ProcessReporterOptions;
  readonly #named = new WeakSet<LiveTurn>();
  #number = 0;
  /** Sent, but not known to be stored. */
  #unsent: ProcessReport | null = null;
  #running: Promise<void> | null = null;
  #lastReport = Number.NEGATIVE_INFINITY;
  #lastState = Number.NEGATIVE_INFINITY;
  #lastChores = performance.now();

  constructor(options: ProcessReporterOptions) {
    this.#options = options;
  }

  /** Starts what is due, unless it is still running. */
  runIfDue(): void {
    const now = performance.now();
    if (this.#running !== null || now - this.#lastReport < everyMs) return;
    this.#lastReport = now;
    this.#running = this.#run(now)
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable)) this.#options.onError('reporting', error);
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Reports what is left: the report that was not stored yet, and then what was counted since. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running;
    const send = () => this.#send(performance.now()).catch(() => undefined);
    await send();
    if (this.#unsent === null && !this.#options.counts.isEmpty) await send();
  }

  async #run(now: number): Promise<void> {
    await this.#send(now);
    if (now - this.#lastChores < choresEveryMs) return;
    this.#lastChores = now;
    const { store } = this.#options;
    // Each read goes through the entries that are left: the rest follows with the next reports, not minutes.
    if ((await store.foldUsage()) || (await store.prune())) this.#lastChores = Number.NEGATIVE_INFINITY;
  }

  async #send(now: number): Promise<void> {
    const { store, processId } = this.#options;
    const report = this.#unsent ?? this.#next(now);
    if (report === null) return;
    this.#unsent = report;
    if (!(await store.report(processId(), report))) return;
    this.#unsent = null;
    this.#lastState = now;
  }

  #next(now: number): ProcessReport | null {
    const { counts, state } = this.#options;
    const models = this.#modelsToStore(now);
    const isDue = models.length > 0 || !counts.isEmpty || now - this.#lastState >= stateEveryMs;
    if (!isDue) return null;
    this.#number += 1;
    return { number: this.#number, state: state(), models, ...counts.take() };
  }

  #modelsToStore(now: number): readonly CalledModel[] {
    const models: CalledModel[] = [];
    for (const live of this.#options.running()) {
      if (live.model === null || now - live.startedAt < modelAfterMs || this.#named.has(live)) continue;
      this.#named.add(live);
      const { clientId, id: turnId, attempt } = live.turn;
      models.push({ clientId, turnId, attempt, model: live.model });
    }
    return models;
  }
}
