import type { ErrorCode } from './errors.ts';

/** Every header of the wire contract beyond HTTP's own, with its description. */
export const headerTable = {
  'X-Request-Id': 'Identifies the request in the log of the service.',
  'X-Conversation-Id': 'The conversation that the answer belongs to, new or reused.',
  'X-Message-Id': 'The message that holds the answer.',
  'X-Job-Id': 'The run of the answer: the job routes read, follow and cancel it.',
  'RateLimit-Policy':
    'The daily limits in force, as `"name";q=<limit>;w=<seconds>`. Unlimited ones are left out.',
  RateLimit: 'What is left of each, as `"name";r=<remaining>;t=<seconds to the reset>`.',
  'Retry-After': 'Seconds to wait before the next request.',
  Location: 'Where the new resource is.',
  'Content-Disposition': 'Makes browsers save the answer as a file.',
  ETag: 'Changes with the answer; send it back as If-None-Match.',
  'Idempotent-Replayed': '`true` when the Idempotency-Key was known and nothing new was started.',
  'WWW-Authenticate': 'Always `Bearer`.',
  'X-Should-Retry': '`false` where a retry cannot succeed; clients of OpenAI’s API honour it.',
} as const;

export type HeaderName = keyof typeof headerTable;

/** The request headers that an operation reads. */
export const requestHeaderTable = {
  'Idempotency-Key':
    '1 to 255 printable ASCII characters. The same key and body within 24 hours start and charge nothing new.',
  'X-Conversation-Id':
    'A conversation of the end user to continue, as `metadata.conversation_uuid` names it.',
  'If-None-Match': 'An ETag; 304 when nothing has changed.',
  'Last-Event-ID': 'The cursor to resume from; `after` takes precedence.',
} as const;

export type RequestHeaderName = keyof typeof requestHeaderTable;

/** Headers of an answer that is streamed while it is written. */
export const idHeaders = ['X-Conversation-Id', 'X-Message-Id', 'X-Job-Id'] as const;
/** The daily limits. */
export const rateHeaders = ['RateLimit-Policy', 'RateLimit'] as const;

/** The headers of a refusal, X-Request-Id included. */
export function errorHeadersOf(code: ErrorCode, status: number): readonly HeaderName[] {
  const own = ownErrorHeaders[code] ?? [];
  return ['X-Request-Id', ...(status === 401 ? (['WWW-Authenticate'] as const) : []), ...own];
}

const ownErrorHeaders: Partial<Readonly<Record<ErrorCode, readonly HeaderName[]>>> = {
  conversation_busy: ['Retry-After'],
  key_overlap: ['Retry-After'],
  quota_exceeded: ['Retry-After', ...rateHeaders],
  rate_limited: ['Retry-After', ...rateHeaders],
  too_many_concurrent: ['Retry-After', ...rateHeaders],
  too_many_readers: ['Retry-After', ...rateHeaders],
  too_many_attempts: ['Retry-After'],
  provider_refused: ['X-Conversation-Id', 'X-Job-Id'],
  provider_error: ['X-Conversation-Id', 'X-Job-Id'],
  provider_unavailable: ['Retry-After', 'X-Conversation-Id', 'X-Job-Id'],
  provider_timeout: ['X-Conversation-Id', 'X-Job-Id'],
  queue_full: ['Retry-After'],
  unavailable: ['Retry-After'],
};
