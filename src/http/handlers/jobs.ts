import type { endpoints } from '#contract/endpoints/endpoints.ts';
import type { JobAccepted } from '#contract/jobs.ts';
import type { Until } from '#contract/request-parts.ts';
import type { Owner } from '#core/identity/caller.ts';
import { type CancelOptions, cancelTurn } from '#core/jobs/cancel-turn.ts';
import { type EndedTurnStore, readEndedTurns } from '#core/jobs/ended-turns.ts';
import { presentJob } from '#core/jobs/present-job.ts';
import {
  findJoined,
  type JobReading,
  type JoinedTurnStore,
  type Poll,
  readJob,
  readOutput,
  versionOf,
} from '#core/jobs/read-job.ts';
import { type AdmittedJob, admitJob } from '#core/turn/admit-turn.ts';
import { checkChatRequest, checkIdempotencyKey } from '#core/turn/chat-request.ts';
import { parseCursor } from '#core/turn/cursor.ts';
import { rateLimitFields } from '#core/usage/rate-limit-fields.ts';
import { presentUsage } from '#core/usage/usage.ts';
import type { Call, Handler, ResultOf } from '../routing/call.ts';
import { knownStates } from '../server/if-none-match.ts';
import { identify } from '../session/request-identity.ts';
import { goneSignal } from '../streaming/open-stream.ts';
import type { AdmissionServices, AnswerServices, QueueServices } from '../streaming/turn-services.ts';
import { sendFollowed } from './follow-job.ts';
import { admitOptions } from './stream.ts';

type JobServices = AdmissionServices & QueueServices & { readonly turns: JoinedTurnStore };

/** POST /jobs: the same admission as a stream, answered as soon as it is durable. */
export function createJob(services: JobServices): Handler<typeof endpoints.createJob> {
  return async (call) => {
    const { caller, body, request } = call;
    const owner = identify(caller, { context: body.context?.external_user_id });
    const checked = checkChatRequest(body, owner, caller, 'job');
    const key = checkIdempotencyKey(request.headers['idempotency-key']);
    const admitted = await admitJob(caller, checked, key, admitOptions(services, request));
    services.wake();
    return accepted(admitted, call, owner, services);
  };
}

async function accepted(
  admitted: AdmittedJob,
  { caller }: Call<typeof endpoints.createJob>,
  owner: Owner,
  { turns, eta }: Pick<JobServices, 'turns' | 'eta'>,
): Promise<ResultOf<typeof endpoints.createJob>> {
  const job =
    admitted.kind === 'queued'
      ? { ...admitted, state: 'queued' as const, etaSeconds: eta(admitted.position) }
      : await replayedJob(admitted.turnId, owner, turns);
  const answer: JobAccepted = {
    ok: true,
    job_uuid: job.turnId,
    conversation_uuid: job.conversationId,
    status: job.state,
    queue_name: job.lane,
    queue_position: job.position,
    eta_seconds: job.etaSeconds,
    usage: presentUsage(caller, admitted.usage),
    created_at: job.createdAt.toISOString(),
  };
  return {
    status: 202,
    headers: {
      location: `/v1/jobs/${job.turnId}`,
      'retry-after': '1',
      ...(admitted.kind === 'replay' && { 'idempotent-replayed': 'true' }),
      ...rateLimitFields(caller, admitted.usage),
    },
    body: answer,
  };
}

async function replayedJob(turnId: string, owner: Owner, turns: JoinedTurnStore) {
  const record = await findJoined(turns, owner, turnId);
  return { ...record, turnId: record.id, lane: record.lane ?? ('standard' as const) };
}

export function getJob(services: JobReading): Handler<typeof endpoints.getJob> {
  return async ({ caller, params, query, request, reply }) => {
    const owner = identify(caller, { query: query.external_user_id });
    const known = knownStates(request)?.has ?? null;
    const id = params['uuid'] ?? '';
    const gone = goneSignal(reply);
    const job = await readJob(services, owner, id, pollOf(query), known, gone);
    const version = versionOf(job);
    const headers = { etag: `W/"${version}"` };
    return known?.(version) ? { status: 304, headers, body: null } : { headers, body: job };
  };
}

function pollOf({ wait = 0, until = 'change' }: { readonly wait?: number; readonly until?: Until }): Poll {
  return { waitMs: wait * 1_000, until };
}

export function getJobOutput(services: JobReading): Handler<typeof endpoints.getJobOutput> {
  return async ({ caller, params, query, reply }) => {
    const owner = identify(caller, { query: query.external_user_id });
    const after = parseCursor(query.after, '?after');
    const id = params['uuid'] ?? '';
    return { body: await readOutput(services, owner, id, after, pollOf(query), goneSignal(reply)) };
  };
}

/** GET /jobs/{uuid}/stream: follows or resumes; `after` takes precedence over `Last-Event-ID`. */
export function followJob(services: AnswerServices): Handler<typeof endpoints.followJob> {
  return async (call) => {
    const { caller, params, query, request } = call;
    const owner = identify(caller, { query: query.external_user_id });
    const lastEventId = request.headers['last-event-id'];
    const from =
      query.after === undefined && typeof lastEventId === 'string'
        ? parseCursor(lastEventId, 'Last-Event-ID')
        : parseCursor(query.after, '?after');
    return sendFollowed({ call, owner, services, turnId: params['uuid'] ?? '', from, headers: {} });
  };
}

export function cancelJob(services: CancelOptions): Handler<typeof endpoints.cancelJob> {
  return async ({ caller, params, query, body }) => {
    const named = { query: query.external_user_id, body: body?.external_user_id };
    const owner = identify(caller, named);
    return { body: presentJob(await cancelTurn(owner, params['uuid'] ?? '', services)) };
  };
}

/** GET /ended-turns: the outcomes of the client's turns, or of those of one of its users. */
export function listEndedTurns(store: EndedTurnStore): Handler<typeof endpoints.listEndedTurns> {
  return async ({ caller, query: { external_user_id: user, ...query } }) => {
    const userId = user === undefined ? null : identify(caller, { query: user }).userId;
    const reading = { clientSlug: caller.client.slug, userId, query };
    return { body: await readEndedTurns(store, reading) };
  };
}
