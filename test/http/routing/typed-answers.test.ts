import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import type { endpoints } from '#contract/endpoints/endpoints.ts';
import type { Job } from '#contract/jobs.ts';
import type { ConversationDeleted, HostedSession } from '#contract/resources.ts';
import type { Handler, ResultOf } from '#http/routing/call.ts';

declare const job: Job;
declare const session: HostedSession;
declare const deleted: ConversationDeleted;

type JobResult = ResultOf<typeof endpoints.getJob>;
type Creation = ResultOf<typeof adminEndpoints.createClient>;

/** The compiler is the test: each of these would be a response that the endpoint's row does not have. */
export const mistakes = {
  // @ts-expect-error: the body is that of another endpoint
  body: (): JobResult => ({ body: session }),
  // @ts-expect-error: a member of the body is missing
  member: (): ResultOf<typeof endpoints.deleteConversation> => ({ body: { ok: true, deleted: true } }),
  // @ts-expect-error: the row has no such status
  status: (): JobResult => ({ status: 201, body: job }),
  // @ts-expect-error: only 200 goes without saying
  silentStatus: (): Creation => ({ body: { ok: true, api_key: '', client: session } }),
  // @ts-expect-error: 304 has no body
  emptyStatus: (): JobResult => ({ status: 304, body: job }),
  // @ts-expect-error: the row has no such header
  header: (): JobResult => ({ headers: { location: '/v1/jobs' }, body: job }),
  // @ts-expect-error: the endpoint answers JSON, so its handler cannot take the response over
  taken: ((): Promise<null> => Promise.resolve(null)) satisfies Handler<typeof endpoints.getJob>,
};

export const rightAnswers = {
  whole: (): JobResult => ({ headers: { etag: 'W/"1"' }, body: job }),
  unchanged: (): JobResult => ({ status: 304, headers: { etag: 'W/"1"' }, body: null }),
  deleted: (): ResultOf<typeof endpoints.deleteConversation> => ({ body: deleted }),
  streamed: ((): Promise<null> => Promise.resolve(null)) satisfies Handler<typeof endpoints.stream>,
};

test('an answer that the endpoint does not have does not compile', () => {
  assert.equal(Object.keys(mistakes).length, 7);
});
