import type { Call } from './call.ts';
import { type Request, type RequestOptions, readJson } from './request.ts';

export type SendOptions = Pick<RequestOptions, 'headers' | 'signal'>;

/** Sends calls. The row of a call says what a success carries. */
export type Send = <Answer>(call: Call<Answer>, options?: SendOptions) => Promise<Answer>;

export function createSend(request: Request): Send {
  return <Answer>(call: Call<Answer>, options?: SendOptions) =>
    request(call.address, { ...call, ...options }).then(readJson<Answer>);
}
