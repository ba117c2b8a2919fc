/** The result of one attempt. */
export interface AttemptOutcome {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** Why there was no answer, in English. */
  readonly error: string | null;
  /** The same as a code; see `WebhookTry`. */
  readonly errorCode: string | null;
  /** The beginning of the answer. */
  readonly reply: string;
  readonly retryAfterSeconds: number | null;
}

export type AttemptDecision =
  | { readonly kind: 'delivered' }
  /** The endpoint takes no more deliveries. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'again'; readonly delayMs: number }
  | { readonly kind: 'failed' };

const minute = 60;
const hour = 60 * minute;

/** Seconds between each attempt and the previous one. */
export const trySchedule: readonly number[] = [
  0,
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Attempts of many deliveries that failed together are spread over this part of the step, in both directions. */
const spread = 0.2;

/** An endpoint is disabled after this many days and this many failed attempts. */
export const disabling = { days: 5, tries: 20 } as const;

/** `step` is the place of the attempt in the schedule, and `random` lies between 0 and 1. */
export function decideAttempt(
  { status, retryAfterSeconds }: AttemptOutcome,
  step: number,
  random: number,
): AttemptDecision {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  const next = trySchedule[step + 1];
  if (next === undefined) return { kind: 'failed' };
  const spreadOut = next * (1 + spread * (2 * random - 1));
  const asked = Math.min(retryAfterSeconds ?? 0, 2 * next);
  return { kind: 'again', delayMs: Math.round(Math.max(spreadOut, asked) * 1000) };
}
