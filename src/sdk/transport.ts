import { AbortError, ParleyError, UnexpectedAnswerError } from './errors.ts';
import { connectionError, timeoutError } from './failed-connection.ts';
import { readRefusal } from './refusal.ts';
import { pause, pauseBeforeRetry } from './retry.ts';
import type { Settings } from './settings.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** Sent as it is, instead of a body. */
  readonly file?: { readonly mediaType: string; readonly content: string | Uint8Array | Blob };
  readonly headers?: Readonly<Record<string, string>>;
  /** Goes into the query; a token identifies its own user. */
  readonly externalUserId?: string | undefined;
  /**
   * False when a second arrival would be answered differently, so the request must not be repeated after a lost
   * response.
   */
  readonly repeatable?: boolean;
  /** A failure status whose body is still a result. */
  readonly answerStatus?: number;
  /** Added to the time limit: how long the service was asked to wait. */
  readonly waitSeconds?: number | undefined;
  /** Ends the request, and every repeat of it. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the connection in place of `signal`, which then only prevents repeats. */
  readonly connectionSignal?: AbortSignal;
}

/** The only way to the service: every method of the client sends its request through this. */
export class Transport {
  readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  json<T>(request: ApiRequest): Promise<T> {
    return this.#send(request, async (response) => parseJson<T>(await response.text()));
  }

  /** Resolves with the headers; the caller reads the body. */
  open(request: ApiRequest): Promise<Response> {
    return this.#send(request, async (response) => response);
  }

  async #send<T>(request: ApiRequest, read: (response: Response) => Promise<T>): Promise<T> {
    const { maxRetries, retryDelayMs } = this.settings;
    const policy = { retryDelayMs, repeatable: request.repeatable ?? true };
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await this.#sendOnce(request, read);
      } catch (error) {
        const pauseMs = repeats < maxRetries ? pauseBeforeRetry(error, repeats, policy) : null;
        if (pauseMs === null) throw error;
        await pause(pauseMs, request.signal);
      }
    }
  }

  async #sendOnce<T>(request: ApiRequest, read: (response: Response) => Promise<T>): Promise<T> {
    throwIfAborted(request.signal);
    const init = await this.#toInit(request);
    const ends = request.connectionSignal ?? request.signal;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.#timeLimitMs(request));
    try {
      const signal = linkSignals(deadline, ends);
      const response = await this.settings.fetch(this.#toUrl(request), { ...init, signal });
      if (isRedirect(response)) throw redirected();
      if (!isAnswer(response, request)) throw await readRefusal(response);
      return await read(response);
    } catch (error) {
      throw explain(error, ends, deadline.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  #timeLimitMs({ waitSeconds = 0 }: ApiRequest): number {
    return this.settings.timeoutMs + waitSeconds * 1000;
  }

  #toUrl({ path, query, externalUserId }: ApiRequest): string {
    const identity = this.settings.hosted ? undefined : externalUserId;
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries({ external_user_id: identity, ...query })) {
      if (value !== undefined) parameters.set(name, String(value));
    }
    const search = parameters.toString();
    return `${this.settings.root}${path}${search === '' ? '' : `?${search}`}`;
  }

  async #toInit({ method, body, file, headers }: ApiRequest): Promise<RequestInit> {
    const authorization = await this.settings.authorization();
    const type = file?.mediaType ?? (body === undefined ? null : 'application/json');
    const typed = type === null ? {} : { 'content-type': type };
    return {
      method,
      headers: { accept: 'application/json', ...typed, ...headers, authorization },
      ...(file && { body: bytesOf(file.content) }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...requestModes(),
    };
  }
}

/** A copy, because the memory behind some views cannot be sent. */
function bytesOf(content: string | Uint8Array | Blob) {
  return content instanceof Uint8Array ? new Uint8Array(content) : content;
}

/** The only place that trusts the wire: the types of `wire.ts` are the service's promise. */
export function parseJson<T>(text: string): T {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnexpectedAnswerError('The answer is not JSON', { cause });
  }
}

function isAnswer(response: Response, request: ApiRequest): boolean {
  if (response.ok) return true;
  if (response.status === 304) return request.headers?.['if-none-match'] !== undefined;
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson && response.status === request.answerStatus;
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AbortError('The request was aborted', { cause: signal.reason });
}

function redirected(): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    'The answer is a redirect, which is not followed: the secret is for one origin',
  );
}

function explain(error: unknown, ends: AbortSignal | undefined, deadline: AbortSignal): unknown {
  if (error instanceof ParleyError) return error;
  if (ends?.aborted === true) return new AbortError('The request was aborted', { cause: ends.reason });
  if (deadline.aborted) return timeoutError(error);
  return connectionError('The service could not be reached, or the connection broke', error);
}

/**
 * The signal of `controller`, which also aborts when `other` does, as `AbortSignal.any` would; not every edge runtime
 * has that.
 */
function linkSignals(controller: AbortController, other: AbortSignal | undefined): AbortSignal {
  if (other === undefined) return controller.signal;
  if (typeof AbortSignal.any === 'function') return AbortSignal.any([controller.signal, other]);
  if (other.aborted) controller.abort(other.reason);
  // Never removed: the body of a response is read under this signal after the request has returned.
  else other.addEventListener('abort', () => controller.abort(other.reason), { once: true });
  return controller.signal;
}

/** No cookies are sent and no response is cached. Runtimes without cookies or a cache may reject these options. */
const wanted: readonly RequestInit[] = [{ credentials: 'omit' }, { cache: 'no-store' }];

let accepted: RequestInit | undefined;

/** The strictest request options that this runtime accepts. */
function requestModes(): RequestInit {
  accepted ??= Object.assign({}, ...wanted.filter(isAccepted));
  // `error` would be enough, but some edge runtimes only know `follow` and `manual`.
  return { ...accepted, redirect: 'manual' };
}

/** Browsers hide the status of a redirect, other runtimes show it. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

/** Cloudflare's runtime throws for a mode that it does not implement. */
function isAccepted(mode: RequestInit): boolean {
  try {
    new Request('https://localhost/', mode);
    return true;
  } catch {
    return false;
  }
}
