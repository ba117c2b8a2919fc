import { ReportCounts } from '#core/numbers/report-counts.ts';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';
import { RequestEvents } from './request-events.ts';
import { SignInEvents } from './sign-in-events.ts';
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
