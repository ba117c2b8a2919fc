import {
  type ErrorCode,
  errorTable,
  type FieldError,
  type RefusalReason,
  type TurnErrorCode,
} from '#contract/errors.ts';

/** A refusal or failure that is reported to the caller, by its code in the wire contract. */
export class ParleyError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryable: boolean;
  /** Members beyond the standard ones of the problem document. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldError[];
  /** Seconds to wait, sent as `Retry-After`. */
  readonly retryAfterSeconds: number | null;
  /** How the turn ended, where the code says only that its answer is lost. */
  readonly turnCode: TurnErrorCode | null;
  /** What a provider refuses in the request. */
  readonly reason: RefusalReason | null;
  /** Further headers of the response, such as the ids of a turn that was admitted and then failed. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, more: ErrorDetails = {}) {
    super(detail, { cause: more.cause });
    this.name = 'ParleyError';
    this.code = code;
    this.status = errorTable[code].status;
    this.retryable = more.retryable ?? errorTable[code].retryable;
    this.extra = more.extra ?? {};
    this.fields = more.fields ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.turnCode = more.turnCode ?? null;
    this.reason = more.reason ?? null;
    this.headers = more.headers ?? {};
  }
}

interface ErrorDetails {
  readonly cause?: unknown;
  readonly extra?: Record<string, unknown>;
  readonly fields?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  /** Where the code alone does not decide it. */
  readonly retryable?: boolean;
  readonly turnCode?: TurnErrorCode;
  readonly reason?: RefusalReason;
  readonly headers?: Record<string, string>;
}
