import { ReportCounts } from '#core/numbers/report-counts.ts';
import type { SignInResult, SignInTelemetry } from '#core/sign-in/sign-in-telemetry.ts';
import type { Log } from '../log.ts';
import type { EventSinks } from './event-sinks.ts';
import type { Metrics } from './metrics.ts';
import { RequestEvents } from './request-events.ts';
import { TurnEvents } from './turn-events.ts';
import type { NameUser } from './user-names.ts';

/** Everything that a process reports to its operator: metrics, log lines, spans, and counts for the stored numbers. */
export interface Telemetry {
  readonly metrics: Metrics;
  readonly counts: ReportCounts;
  readonly turns: TurnEvents;
  readonly requests: RequestEvents;
  readonly signIns: SignInEvents;
}

export interface TelemetryOptions {
  readonly metrics: Metrics;
  readonly log: Log;
  /** For lines of ids, codes and numbers: it does not search for secrets. */
  readonly lines: Log;
  readonly nameUser: NameUser;
}

export function createTelemetry({ metrics, log, lines, nameUser }: TelemetryOptions): Telemetry {
  const counts = new ReportCounts();
  const sinks = { metrics, log, lines, nameUser, counts };
  return {
    metrics,
    counts,
    turns: new TurnEvents(sinks),
    requests: new RequestEvents(sinks),
    signIns: new SignInEvents(sinks),
  };
}

/** The events of signing in: counted and logged, without the account that was tried. */
class SignInEvents implements SignInTelemetry {
  readonly #sinks: Pick<EventSinks, 'metrics' | 'lines'>;

  constructor(sinks: Pick<EventSinks, 'metrics' | 'lines'>) {
    this.#sinks = sinks;
  }

  attempted(result: SignInResult): void {
    this.#sinks.metrics.count('signIns', { result });
    const fields = { event: 'sign_in.attempted', outcome: result };
    this.#sinks.lines.info(fields, 'A sign-in attempt');
  }

  throttled(rule: string): void {
    this.#sinks.metrics.count('throttled', { rule });
    this.#sinks.lines.info({ event: 'sign_in.throttled', rule }, 'Sign-in attempts were throttled');
  }
}
