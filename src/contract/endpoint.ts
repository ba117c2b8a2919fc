import type { TObject } from 'typebox';
import type { Scope } from './closed-sets.ts';
import type { ErrorCode } from './errors.ts';
import type { HeaderName, RequestHeaderName } from './headers.ts';

/** A body that is a file, as it was sent. */
export interface SentFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** One operation of the API. The server, the documentation and the clients are derived from it. */
export interface Endpoint {
  readonly operation: string;
  readonly summary: string;
  /** What the summary cannot say, in Markdown. */
  readonly description?: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/v1`, and below `/chat` on a tenant host when `hosted`. Parameters are written `:name`. */
  readonly path: string;
  readonly hosted: boolean;
  /** Null: no key is needed. */
  readonly scope: Scope | null;
  /** `cached` where the handler's own transaction compares the client's version. */
  readonly freshness: 'cached' | 'current';
  readonly query: TObject;
  readonly body: TObject | null;
  /** An `external_user_id` narrows the answer down and may be left out. */
  readonly identityOptional?: boolean;
  /** The most bytes of a body, where they are not those of every other. */
  readonly bodyBytes?: number;
  /** The media types of a body that is a file, sent as it is; `body` is null then. */
  readonly fileTypes?: readonly string[];
  /** The body may be left out. */
  readonly bodyOptional?: boolean;
  /**
   * Status and schema of each success; `stream` for text and events, `lines` for JSON lines, `csv` for rows of a
   * table, `metrics` for the formats of Prometheus, null for a response without a body.
   */
  readonly answers: Readonly<Record<number, TObject | 'stream' | 'lines' | 'csv' | 'metrics' | null>>;
  /** What it sends piece by piece instead, where the request asks for a stream. */
  readonly chunks?: TObject;
  /** Headers of a success beyond X-Request-Id. */
  readonly headers?: readonly HeaderName[];
  /** The request headers that the operation reads. */
  readonly requestHeaders?: readonly RequestHeaderName[];
  /** The refusals that do not follow from its credentials, body and identity. */
  readonly errors: readonly ErrorCode[];
}
