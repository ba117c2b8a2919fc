import type { Call } from './call.ts';
import { type Request, readJson } from './request.ts';
import { RequestFailed } from './request-failed.ts';
import type { SendOptions } from './send.ts';

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
