import type { ErrorCode } from '#contract/errors.ts';

/** The next step of an attempt with the right password, or the code of its refusal. */
export type SignInResult = 'hand-over' | 'new-password' | ErrorCode;

/** What the operator learns of sign-in attempts; never whose they were. */
export interface SignInTelemetry {
  attempted(result: SignInResult): void;
  /** The bucket that refused an attempt, such as `sign-in-network`. */
  throttled(rule: string): void;
}
