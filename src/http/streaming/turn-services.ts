import type { BlockedUserStore } from '#core/identity/blocked-user.ts';
import type { TurnReading } from '#core/jobs/turn-reading.ts';
import type { ResponseStore } from '#core/openai/response-store.ts';
import type { AdmissionStore } from '#core/turn/admission/admission-store.ts';
import type { TurnProcess } from '#core/turn/turn-process.ts';
import type { OwnedTurnStore, RunningTurnStore } from '#core/turn/turn-store.ts';
import type { AdmissionTelemetry } from '#core/turn/turn-telemetry.ts';

/** The services of the routes about turns. */
export interface TurnServices {
  readonly turns: AdmissionStore & RunningTurnStore & OwnedTurnStore;
  readonly responses: ResponseStore;
  readonly blockedUsers: Pick<BlockedUserStore, 'isBlocked'>;
  readonly process: TurnProcess;
  readonly reading: TurnReading;
  readonly admissionTelemetry: AdmissionTelemetry;
  readonly queueCapacity: number;
  readonly readerStallMs: number;
  /** Notifies the workers of this process of a job. */
  readonly wake: () => void;
  /** Seconds until a job at this position starts; null when no rate is known yet. */
  readonly eta: (position: number | null) => number | null;
}
