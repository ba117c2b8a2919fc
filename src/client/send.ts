import type { Call } from './call.ts';
import { type Request, readJson } from './request.ts';

/** Sends calls below one root. The row of a call says what a success carries. */
export type Send = <Answer>(call: Call<Answer>) => Promise<Answer>;

export function createSend(request: Request, root: string): Send {
  return <Answer>({ address, ...options }: Call<Answer>) =>
    request(`${root}${address}`, options).then(readJson<Answer>);
}
