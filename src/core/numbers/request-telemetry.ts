import type { ErrorCode } from '#contract/errors.ts';

/** What the operator learns of requests: numbers, log lines and spans. Calls must not throw. */
export interface RequestTelemetry {
  began(head: RequestHead): RequestInProgress;
  /** Input that never became a request, or a request that its connection broke off. */
  unreadable(requestId: string, code: ErrorCode): void;
}

export interface RequestHead {
  readonly requestId: string;
  /** The kind of host that the request is for. */
  readonly host: string;
  readonly method: string;
  /** The trace that a trusted proxy began, as its header (W3C Trace Context) says; null without one. */
  readonly traceparent: string | null;
}

export interface RequestInProgress {
  /** Runs work whose spans belong to this request. */
  run<T>(work: () => T): T;
  /** The head of a stream was sent. */
  streaming(): void;
  refused(refusal: Refusal): void;
  ended(answer: RequestEnd): void;
}

export interface Refusal extends RequestCaller {
  readonly code: ErrorCode;
  readonly status: number;
  /** It says how a turn ended that had begun: the turn is counted as one that failed, and nothing was refused. */
  readonly hasTurn: boolean;
  /** The failure behind an internal error; null for every other code. */
  readonly cause: unknown;
}

/** The sender of a request, as far as it was recognised. */
export interface RequestCaller {
  readonly clientId: number | null;
  readonly clientSlug: string | null;
  /** The end user; only asked for where a line is written. */
  readonly userId: () => string | null;
}

export interface RequestEnd extends RequestCaller {
  /** The template of the route, such as `/v1/jobs/:uuid`; null where none matched. */
  readonly route: string | null;
  readonly status: number;
  /** How long the request asked to wait for news. */
  readonly waitMs: number;
}
