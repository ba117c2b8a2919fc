import type { TObject } from 'typebox';
import type { Scope } from '../resources.ts';

/** One operation of the API, as server, documentation and clients see it. */
export interface Endpoint {
  readonly operation: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/v1`, and below `/chat` on a tenant host when `hosted`. Parameters as `:name`. */
  readonly path: string;
  readonly hosted: boolean;
  /** Null: no key is needed. */
  readonly scope: Scope | null;
  /** `cached` where the handler's own transaction compares the client's version. */
  readonly freshness: 'cached' | 'current';
  readonly query: TObject;
  readonly body: TObject | null;
  /** An `external_user_id` narrows the answer down, and may be left out. */
  readonly identityOptional?: boolean;
  /** A body may be left out. */
  readonly bodyOptional?: boolean;
  /** Accepts `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Status and schema of the answer; `text` and `events` for streams. */
  readonly answers: Readonly<Record<number, TObject | 'stream'>>;
}
