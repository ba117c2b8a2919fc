import { pageUserHeader } from '#contract/pages.ts';
import type { Call } from './call.ts';
import { failureOf, RequestFailed } from './request-failed.ts';

/** A token that the service answered with 401, and the code of that answer. */
export interface RefusedToken {
  readonly token: string;
  readonly code: string | null;
}

/** Returns the token of a frame, different from the refused one. Absent where a cookie signs in. */
export type TokenProvider = (refused: RefusedToken | null) => Promise<string>;

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  readonly body?: unknown;
  /** Sent as it is, instead of a body. */
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Headers of every request of a page. */
type Own = Readonly<Record<string, string>>;

export type Request = (path: string, options?: RequestOptions) => Promise<Response>;

/**
 * One same-origin request. Resolves with a success, otherwise rejects with `RequestFailed` or an abort. `userId` is the
 * person that the page was loaded for, where a cookie signs in; `language` is that of the page, where the browser's own
 * says less.
 */
export function createRequest(
  token: TokenProvider | null,
  userId?: string,
  language?: () => string,
): Request {
  const fixed: Own = { accept: 'application/json', ...(userId && { [pageUserHeader]: userId }) };
  return async (path, options = {}) => {
    const own = { ...fixed, ...(language && { 'accept-language': language() }) };
    const given = token && (await token(null));
    const first = await send(path, options, given, own);
    if (first.ok) return first;
    const refusal = await failureOf(first);
    if (first.status !== 401 || token === null || given === null) throw refusal;
    const second = await send(path, options, await token({ token: given, code: refusal.code }), own);
    if (second.ok) return second;
    throw await failureOf(second);
  };
}

async function readJson<T>(response: Response): Promise<T> {
  const body: T = await response.json();
  return body;
}

async function send(
  path: string,
  options: RequestOptions,
  token: string | null,
  own: Own,
): Promise<Response> {
  try {
    return await fetch(path, {
      method: options.method ?? 'GET',
      headers: {
        ...own,
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...options.headers,
      },
      // No body becomes undefined, which is none.
      body: options.file ?? JSON.stringify(options.body),
      signal: options.signal ?? null,
      credentials: token ? 'omit' : 'same-origin',
      redirect: 'error',
      cache: 'no-store',
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new RequestFailed(null, 0, null, error);
  }
}

export type SendOptions = Pick<RequestOptions, 'file' | 'headers' | 'signal'>;

/** Sends calls. The row of a call says what a success carries. */
export type Send = <Answer>(call: Call<Answer>, options?: SendOptions) => Promise<Answer>;

export function createSend(request: Request): Send {
  return <Answer>(call: Call<Answer>, options?: SendOptions) =>
    request(call.address, { ...call, ...options }).then(readJson<Answer>);
}

export interface Tagged<T> {
  readonly data: T;
  readonly etag: string | null;
}

/** The answer of a call with its ETag; `unchanged` while it is still the one that `etag` names. */
export async function readTagged<T>(
  request: Request,
  call: Call<T>,
  etag: string | null,
  { headers, ...options }: SendOptions = {},
): Promise<'unchanged' | Tagged<T>> {
  const condition = etag === null ? {} : { 'if-none-match': etag };
  try {
    const response = await request(call.address, { ...options, headers: { ...condition, ...headers } });
    return { data: await readJson<T>(response), etag: response.headers.get('etag') };
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 304) return 'unchanged';
    throw error;
  }
}
