import type { CountedCall } from '../../models/counted-call.ts';
import type { ToolAnswer } from '../../tools/tool-client.ts';
import type { StoredCall, StoredStep } from './turn-tools.ts';

/** The attempt that a step belongs to. */
export interface AttemptKey {
  readonly clientId: number;
  readonly conversationId: string;
  readonly turnId: string;
  readonly attempt: number;
}

export interface CallOutcome extends Pick<ToolAnswer, 'outcome' | 'text' | 'bytes'> {
  readonly callId: string;
  readonly durationMs: number;
}

/** The steps of turns. Nothing leaves before it is stored here. */
export interface StepStore {
  /** False while a process of a release lives that would begin a job again without its steps. */
  isKnownToAll(): Promise<boolean>;
  /**
   * Stores a step, with what was counted of the attempt's calls to models so far. False when the attempt no longer
   * runs, so that nothing may be sent. Repeating it changes nothing.
   */
  storeStep(attempt: AttemptKey, step: StoredStep, calls: readonly CountedCall[]): Promise<boolean>;
  /** Decides how calls went on, and returns all calls of the step. Those that are open are to be sent. */
  storeOutcomes(
    attempt: AttemptKey,
    nth: number,
    outcomes: readonly CallOutcome[],
  ): Promise<readonly StoredCall[]>;
  /** The steps that earlier attempts have left. Calls that are still open are to be sent once more. */
  takeOver(attempt: AttemptKey): Promise<readonly StoredStep[]>;
}
