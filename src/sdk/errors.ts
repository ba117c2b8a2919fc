import type { BusyProblem, Open, Problem, QuotaProblem } from './problem.ts';
import type { Dimension, ErrorCode, FieldError, JobError, QuotaScope, TurnErrorCode, Usage } from './wire.ts';

/** The base of every error that this package throws on purpose. */
export class ParleyError extends Error {
  override readonly name: string = 'ParleyError';
}

/** The client was configured or called incorrectly. Nothing was sent. */
export class ConfigurationError extends ParleyError {
  override readonly name = 'ConfigurationError';
}

/** No answer, or only a part of one: the network failed, and so did the retries. */
export class ConnectionError extends ParleyError {
  override readonly name: string = 'ConnectionError';
}

/** The service did not answer within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** The caller's signal was aborted; its reason is the `cause`. */
export class AbortError extends ParleyError {
  override readonly name = 'AbortError';
}

/** The response does not follow Parley's interface. */
export class UnexpectedAnswerError extends ParleyError {
  override readonly name = 'UnexpectedAnswerError';
}

/** A queued answer was restarted after part of it had been yielded as plain text. */
export class AnswerRestartedError extends ParleyError {
  override readonly name = 'AnswerRestartedError';
  readonly attempt: number;

  constructor(attempt: number) {
    super(`The answer was restarted (attempt ${attempt}); text that was read before is no longer part of it`);
    this.attempt = attempt;
  }
}

/** The answer failed after the service had accepted the prompt. */
export class AnswerFailedError extends ParleyError {
  override readonly name = 'AnswerFailedError';
  readonly code: Open<TurnErrorCode>;
  readonly title: string;
  readonly detail: string;
  readonly retryable: boolean;
  /** What the provider refuses in the request, if that is the reason. */
  readonly reason: JobError['reason'];
  readonly jobUuid: string | undefined;

  constructor(error: JobError, jobUuid: string | undefined) {
    super(`${error.code}: ${error.detail}`);
    this.code = error.code;
    this.title = error.title;
    this.detail = error.detail;
    this.retryable = error.retryable;
    this.reason = error.reason;
    this.jobUuid = jobUuid;
  }
}

export interface Refusal<P extends Problem | null = Problem | null> {
  readonly status: number;
  /** null when an intermediary answered, such as a proxy. */
  readonly problem: P;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

/** The service refused the request. `code` is stable, titles and details are for people. */
export class ApiError extends ParleyError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: Open<ErrorCode> | null;
  readonly requestId: string | null;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
  readonly problem: Problem | null;

  constructor({ status, problem, requestId, retryAfterSeconds }: Refusal) {
    super(problem === null ? `${status}: the answer is not Parley's` : `${status} ${describe(problem)}`);
    this.status = status;
    this.code = problem?.code ?? null;
    this.requestId = requestId;
    this.retryable = problem?.retryable ?? [502, 503, 504].includes(status);
    this.retryAfterSeconds = retryAfterSeconds;
    this.problem = problem;
  }
}

/** 400 and other errors in the request itself. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/** 401: the key or the session is missing, wrong or no longer valid. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 402: the client's subscription does not allow chat. */
export class SubscriptionError extends ApiError {
  override readonly name = 'SubscriptionError';
}

/** 403. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** 404: unknown, or owned by another user. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409. */
export class ConflictError extends ApiError {
  override readonly name: string = 'ConflictError';
}

/** The conversation is already being answered. */
export class ConversationBusyError extends ConflictError {
  override readonly name = 'ConversationBusyError';
  /** The run to wait for, to follow or to cancel. */
  readonly jobUuid: string;

  constructor(refusal: Refusal<BusyProblem>) {
    super(refusal);
    this.jobUuid = refusal.problem.job_uuid;
  }
}

/** 422. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
  readonly errors: readonly FieldError[];

  constructor(refusal: Refusal) {
    super(refusal);
    this.errors = refusal.problem?.errors ?? [];
  }
}

/** 429. */
export class RateLimitError extends ApiError {
  override readonly name: string = 'RateLimitError';
}

/** A daily quota is used up until `resetAt`. */
export class QuotaExceededError extends RateLimitError {
  override readonly name = 'QuotaExceededError';
  readonly dimension: Dimension;
  readonly scope: QuotaScope;
  readonly usage: Usage;
  readonly resetAt: string;

  constructor(refusal: Refusal<QuotaProblem>) {
    super(refusal);
    this.dimension = refusal.problem.dimension;
    this.scope = refusal.problem.scope;
    this.usage = refusal.problem.usage;
    this.resetAt = refusal.problem.reset_at;
  }
}

/** 500 and above. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

function describe(problem: Problem): string {
  return `${problem.code}: ${problem.detail ?? problem.title}`;
}
