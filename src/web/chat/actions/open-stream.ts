import type { ChatRequest } from '#contract/chat.ts';
import { call } from '../state/call.ts';
import type { Service } from '../state/chat.ts';

const eventStream = { accept: 'text/event-stream' };

/** The events of a new run. The same key joins the same run, however often it is sent. */
export function beginAnswer(
  { request }: Service,
  body: ChatRequest,
  key: string,
  signal: AbortSignal,
): Promise<Response> {
  const begin = call('stream', { body });
  return request(begin.address, { ...begin, headers: { ...eventStream, 'idempotency-key': key }, signal });
}

/** The events of a known run after `cursor` (null: from the beginning). */
export function resumeAnswer(
  { request }: Service,
  uuid: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Response> {
  const { address } = call('followJob', { params: { uuid }, query: { after: cursor } });
  return request(address, { headers: eventStream, signal });
}
