import { Type } from 'typebox';
import { strict } from '../chat.ts';
import type { Endpoint } from '../endpoint.ts';
import { idHeaders } from '../headers.ts';
import { EndedTurnList, endedStatuses, Job, JobOutput } from '../jobs.ts';
import { after, byUser, identity, page, text, waitForTurn } from '../request-parts.ts';

/** The filters of every list of ended turns, besides their owner. */
export const endedTurnFilters = {
  status: text(`One or several, separated by commas: ${endedStatuses.join(', ')}.`),
  request_id: text('The id of a request, as its caller saw it, or the uuid of a job.'),
  since: text('First day, or RFC 3339.'),
  until: text('Before this day, or RFC 3339.'),
  ...page,
};

/** Turns that were begun: one, as a job, and a list of those that have ended. */
export const jobEndpoints = {
  getJob: {
    operation: 'getJob',
    summary: 'Status and queue position of a turn',
    description:
      'With `wait`, answers when the state or the position has changed, with `until=final` when the turn has ended, or when the time is over. The run of a stream is a job, too, with `queue_name: null`.',
    method: 'GET',
    path: '/jobs/:uuid',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object({ ...identity, ...waitForTurn }, strict),
    body: null,
    answers: { 200: Job, 304: null },
    headers: ['ETag'],
    requestHeaders: ['If-None-Match'],
    errors: ['job_not_found', 'too_many_readers'],
  },
  getJobOutput: {
    operation: 'getJobOutput',
    summary: 'Text so far, and the final answer',
    description:
      'Within one attempt, text is only appended. With `wait`, it answers when there is newer text (with `until=final`, when the turn has ended) or when the time is up. With `after`, it returns only newer text; after the cursor of an earlier attempt, all text of the new one.',
    method: 'GET',
    path: '/jobs/:uuid/output',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object({ ...identity, ...after, ...waitForTurn }, strict),
    body: null,
    answers: { 200: JobOutput },
    errors: ['job_not_found', 'too_many_readers'],
  },
  followJob: {
    operation: 'followJob',
    summary: 'Follow or resume the answer of a turn',
    description:
      'Starts at `after`, else at `Last-Event-ID`, else at the beginning. When a new attempt begins, text is cut off without its final chunk, and events continue with `reset`.',
    method: 'GET',
    path: '/jobs/:uuid/stream',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object({ ...identity, ...after }, strict),
    body: null,
    answers: { 200: 'stream' },
    headers: idHeaders,
    requestHeaders: ['Last-Event-ID'],
    errors: ['job_not_found', 'too_many_readers'],
  },
  cancelJob: {
    operation: 'cancelJob',
    summary: 'Stop a turn',
    description:
      'The text written so far is kept. A job that was still queued is refunded. A job that has ended is left as it is. Name the end user in the query or in the body.',
    method: 'POST',
    path: '/jobs/:uuid/cancel',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: byUser,
    body: byUser,
    bodyOptional: true,
    answers: { 200: Job },
    errors: ['job_not_found'],
  },
  listEndedTurns: {
    operation: 'listEndedTurns',
    summary: 'Turns that have ended, newest first, without their texts',
    description:
      'The outcome of each: its status, error code, model and request id. All turns of the client, or those of one end user. They are kept after their conversation is deleted.',
    method: 'GET',
    path: '/ended-turns',
    hosted: false,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object(
      {
        external_user_id: Type.Optional(
          Type.String({ minLength: 1, description: 'One end user; the whole client by default.' }),
        ),
        ...endedTurnFilters,
      },
      strict,
    ),
    identityOptional: true,
    body: null,
    answers: { 200: EndedTurnList },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
