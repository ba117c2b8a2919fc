import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConversationBusyError,
  NotFoundError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  type Refusal,
  ServerError,
  SubscriptionError,
  ValidationError,
} from './errors.ts';
import { isBusyProblem, isQuotaProblem, parseProblem } from './problem.ts';

/** Turns a refusal, whatever sent it, into the error of its kind. */
export async function readRefusal(response: Response): Promise<ApiError> {
  const problem = parseProblem(await response.text());
  const refusal = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? problem?.request_id ?? null,
    retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after')),
  };
  if (isQuotaProblem(problem)) return new QuotaExceededError({ ...refusal, problem });
  if (isBusyProblem(problem)) return new ConversationBusyError({ ...refusal, problem });
  return toError({ ...refusal, problem });
}

function toError(refusal: Refusal): ApiError {
  const { status } = refusal;
  if (status >= 500) return new ServerError(refusal);
  if (status < 400) return new ApiError(refusal);
  const Kind = kinds.get(status) ?? BadRequestError;
  return new Kind(refusal);
}

const kinds: ReadonlyMap<number, new (refusal: Refusal) => ApiError> = new Map([
  [401, AuthenticationError],
  [402, SubscriptionError],
  [403, PermissionError],
  [404, NotFoundError],
  [409, ConflictError],
  [422, ValidationError],
  [429, RateLimitError],
]);

/** Seconds, or an HTTP date, as RFC 9110 has it. */
function parseRetryAfter(value: string | null): number | null {
  if (value === null || value.trim() === '') return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
