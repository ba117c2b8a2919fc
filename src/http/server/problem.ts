import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorTable, type Problem } from '#contract/errors.ts';
import { DatabaseUnavailable, errors, ParleyError, StaleClient, StaleRights } from '#core/errors.ts';
import { noteRefusal } from './exchanges.ts';
import { isOpenAiPath, openAiRefusal } from './openai-refusal.ts';

/** One shared error: creating one for every reader who leaves would cost more than the rest of the disconnect. */
export const readerGone = new Error('the reader is gone');

/** The only place where an error becomes a response: RFC 9457, or OpenAI's form, with the stable code. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // Nothing can be sent, and the exchange has ended with the connection.
  if (error === readerGone) return void reply.hijack();
  const known = withLimitOf(request, knownError(error));
  noteRefusal(request, known);
  const { status, headers, retryAfterSeconds, type, body } = formOf(known, request);
  // The framework would close the connection after the response, and a client that is still writing would lose the
  // response.
  if (known.code === 'body_too_large') void reply.removeHeader('connection');
  void reply
    .code(status)
    .headers({ ...headers, ...problemHeaders(known, retryAfterSeconds) })
    .header('content-type', type)
    // Bytes: for a string, the framework would add a charset, which this type does not have.
    .send(Buffer.from(JSON.stringify(body)));
}

/** The framework does not say how large the body may have been. */
function withLimitOf({ routeOptions }: FastifyRequest, error: ParleyError): ParleyError {
  return error.code === 'body_too_large' ? errors.bodyTooLarge(routeOptions.bodyLimit) : error;
}

/** Clients of OpenAI's API read another form. */
export function formOf(error: ParleyError, { url, id }: Pick<FastifyRequest, 'url' | 'id'>) {
  if (isOpenAiPath(url)) return { ...openAiRefusal(error, url), type: 'application/json' };
  const body = problemOf(error, id);
  const { status, retryAfterSeconds } = error;
  return { status, headers: {}, retryAfterSeconds, type: 'application/problem+json', body };
}

function problemHeaders(error: ParleyError, retryAfterSeconds: number | null): Record<string, string> {
  return {
    'cache-control': 'no-store',
    ...(error.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...error.headers,
  };
}

export function problemOf(error: ParleyError, requestId: string): Problem {
  const { title } = errorTable[error.code];
  const { retryable } = error;
  return {
    ok: false,
    type: 'about:blank',
    title,
    status: error.status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
    retryable,
    ...(error.fields.length > 0 ? { errors: error.fields } : {}),
    ...error.extra,
  };
}

/** Any value can be thrown; a foreign one becomes one of ours, without its message. */
export function knownError(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  if (isPassing(error)) return errors.unavailable(error);
  switch (frameworkCode(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return errors.bodyTooLarge();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return errors.unsupportedMediaType();
    // The sender disconnected in the middle of its body.
    case 'ECONNRESET':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return errors.badRequest('The body does not match its Content-Length.');
    default:
      return errors.internal(error);
  }
}

/** Deciding again did not help; it will in a moment. */
function isPassing(error: unknown): boolean {
  return [DatabaseUnavailable, StaleClient, StaleRights].some((kind) => error instanceof kind);
}

function frameworkCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
