import type { BlockedUserStore } from '#core/identity/blocked-user.ts';
import type { FollowOptions } from '#core/jobs/follow-turn.ts';
import type { JobReading } from '#core/jobs/read-job.ts';
import type { TurnReading } from '#core/jobs/turn-reading.ts';
import type { ResponseStore } from '#core/openai/response-store.ts';
import type { AdmissionStore } from '#core/turn/admission/admission-store.ts';
import type { TurnProcess } from '#core/turn/turn-process.ts';
import type { OwnedTurnStore, RunningTurnStore } from '#core/turn/turn-store.ts';
import type { AdmissionTelemetry } from '#core/turn/turn-telemetry.ts';

/** What admits a turn. */
export interface AdmissionServices {
  readonly turns: AdmissionStore;
  readonly blockedUsers: Pick<BlockedUserStore, 'isBlocked'>;
  readonly process: Pick<TurnProcess, 'id'>;
  readonly admissionTelemetry: AdmissionTelemetry;
  readonly queueCapacity: number;
}

/** What brings an answer to its reader: from memory where the turn runs here, otherwise from the store. */
export interface AnswerServices extends FollowOptions, JobReading {
  readonly turns: OwnedTurnStore & Pick<RunningTurnStore, 'begin'>;
  readonly process: Pick<TurnProcess, 'id' | 'running'>;
  readonly reading: TurnReading;
  readonly readerStallMs: number;
}

export interface QueueServices {
  /** Notifies the workers of this process of a job. */
  readonly wake: () => void;
  /** Seconds until a job at this position starts; null when no rate is known yet. */
  readonly eta: (position: number | null) => number | null;
}

/** All services of the routes about turns, for the parts that put them together. */
export interface TurnServices extends AdmissionServices, AnswerServices, QueueServices {
  readonly turns: AdmissionStore & Pick<RunningTurnStore, 'begin'> & OwnedTurnStore;
  readonly process: TurnProcess;
  readonly responses: ResponseStore;
}
