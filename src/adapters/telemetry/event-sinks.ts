import type { ReportCounts } from '#core/numbers/report-counts.ts';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';
import type { NameUser } from './user-names.ts';

/** Where an event goes. */
export interface EventSinks {
  readonly metrics: Metrics;
  /** For lines that may contain foreign text, such as an error's message. */
  readonly log: Log;
  /** For lines of ids, codes and numbers. */
  readonly lines: Log;
  readonly counts: ReportCounts;
  readonly nameUser: NameUser;
}
