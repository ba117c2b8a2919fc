import { Type } from 'typebox';
import { ChatRequest, FactsMember, strict, UsableAgentList } from '../chat.ts';
import type { Endpoint } from '../endpoint.ts';
import { admissionErrors } from '../endpoint-errors.ts';
import { idHeaders, rateHeaders } from '../headers.ts';
import { Health, Liveness, ProviderList, Stopping } from '../health.ts';
import { JobAccepted } from '../jobs.ts';
import { documentOperations } from '../operations/documents.ts';
import { keyEndpoints } from '../operations/endpoints-of.ts';
import { feedbackOperations } from '../operations/feedback.ts';
import { guidanceOperations } from '../operations/guidance.ts';
import { keyOperations } from '../operations/keys.ts';
import { sourceOperations } from '../operations/sources.ts';
import { toolOperations } from '../operations/tools.ts';
import { webhookOperations } from '../operations/webhooks.ts';
import { byUser, noQuery } from '../request-parts.ts';
import { HostedSession, UsageAnswer } from '../resources.ts';
import { contextLimits } from '../shared/context-limits.ts';
import { UsageDays } from '../usage/usage-days.ts';
import { actionEndpoints } from './action-endpoints.ts';
import { conversationEndpoints } from './conversation-endpoints.ts';
import { eventEndpoints } from './event-endpoints.ts';
import { jobEndpoints } from './job-endpoints.ts';

export const endpoints = {
  health: {
    operation: 'getHealth',
    summary: 'Liveness without a key, dependency checks with one',
    description:
      'The only operation that works without a key: it then says that the process is alive, and checks no dependency. With a key it checks what the service depends on, within two seconds. A process that is about to stop answers 503 with and without a key, so that load balancers send requests elsewhere.',
    method: 'GET',
    path: '/health',
    hosted: false,
    scope: null,
    freshness: 'current',
    query: noQuery,
    body: null,
    answers: {
      200: Type.Object({ ...Liveness.properties, ...Type.Partial(Health).properties }),
      503: Type.Object({ ...Stopping.properties, ...Type.Partial(Health).properties }),
    },
    errors: [],
  },
  createHostedSession: {
    operation: 'createHostedSession',
    summary: 'Mint a session token for the hosted page',
    description:
      'The token goes into the launcher or the iframe of the hosted page. It expires, or ends at once when the client’s handoff key is rotated. Its facts are told to the model with each question; they are signed and not secret, because the browser can read the token. Costs no quota.',
    method: 'POST',
    path: '/hosted-session',
    hosted: false,
    scope: 'chat',
    freshness: 'current',
    query: noQuery,
    body: Type.Object(
      {
        external_user_id: Type.Optional(Type.String()),
        ttl_seconds: Type.Optional(Type.Integer({ description: 'Default 3600; clamped to 300 to 43200.' })),
        facts: Type.Optional(FactsMember(contextLimits.facts.tokenBytes)),
      },
      strict,
    ),
    answers: { 200: HostedSession },
    errors: [],
  },
  stream: {
    operation: 'streamAnswer',
    summary: 'Ask, and stream the answer',
    description:
      'Returns chunked Markdown, or typed events with `Accept: text/event-stream`. A body that ends cleanly is a complete, stored answer. After the first byte a failure closes the connection without the final chunk; the reason is at `GET /jobs/{X-Job-Id}`. Costs one request, one priority request with `options.priority`, and one Deep Dive with `detailed_response` or `think_harder_retry`.',
    method: 'POST',
    path: '/stream',
    hosted: true,
    scope: 'chat',
    freshness: 'cached',
    query: noQuery,
    body: ChatRequest,
    answers: { 200: 'stream' },
    headers: [...idHeaders, ...rateHeaders, 'Idempotent-Replayed'],
    requestHeaders: ['Idempotency-Key'],
    // A replay joins a run that may have been deleted since.
    errors: [
      ...admissionErrors,
      'job_not_found',
      'provider_refused',
      'provider_error',
      'provider_unavailable',
      'provider_timeout',
    ],
  },
  createJob: {
    operation: 'createJob',
    summary: 'Ask, and queue the answer',
    description:
      'Takes the same body as `POST /stream`, runs the same checks and costs the same. 202 is sent once the job is stored.',
    method: 'POST',
    path: '/jobs',
    hosted: false,
    scope: 'chat',
    freshness: 'cached',
    query: noQuery,
    body: ChatRequest,
    answers: { 202: JobAccepted },
    headers: ['Location', 'Retry-After', ...rateHeaders, 'Idempotent-Replayed'],
    requestHeaders: ['Idempotency-Key'],
    errors: [...admissionErrors, 'job_not_found', 'queue_full'],
  },
  ...jobEndpoints,
  ...conversationEndpoints,
  ...actionEndpoints,
  ...eventEndpoints,
  ...keyEndpoints(webhookOperations),
  ...keyEndpoints(guidanceOperations),
  ...keyEndpoints(toolOperations),
  ...keyEndpoints(documentOperations),
  ...keyEndpoints(sourceOperations),
  ...keyEndpoints(keyOperations),
  ...keyEndpoints(feedbackOperations),
  getUsage: {
    operation: 'getUsage',
    summary: 'Usage of the current UTC day',
    description:
      '`used` is the end user’s own count in every dimension. `requests.limit` is the cap per user where there is one (`scope: user`), else the client’s daily limit (`scope: client`), and `remaining` what can still be sent under both. A `limit` of null means unlimited. With a session token, only the user’s own limits are shown and `client` is omitted. `blocked` names the quota that would refuse the next plain prompt; `user_blocked` is present while the user is blocked.',
    method: 'GET',
    path: '/usage',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: byUser,
    body: null,
    answers: { 200: UsageAnswer },
    headers: rateHeaders,
    errors: [],
  },
  listUsageDays: {
    operation: 'listUsageDays',
    summary: 'Usage by UTC day, newest first; the last 30 days by default',
    description:
      'The client’s own days, or those of one end user. At most 366 rows: with `has_more`, ask again with `to` before the last one.',
    method: 'GET',
    path: '/usage/days',
    hosted: false,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object(
      {
        from: Type.Optional(Type.String({ description: 'First day, YYYY-MM-DD.' })),
        to: Type.Optional(Type.String({ description: 'Last day, YYYY-MM-DD.' })),
        external_user_id: Type.Optional(
          Type.String({ minLength: 1, description: 'One end user; the whole client by default.' }),
        ),
      },
      strict,
    ),
    identityOptional: true,
    body: null,
    answers: { 200: UsageDays },
    errors: [],
  },
  listUsableAgents: {
    operation: 'listUsableAgents',
    summary: 'Agents that the client may name',
    description: 'Instructions and models are never shown.',
    method: 'GET',
    path: '/agents',
    hosted: false,
    scope: 'chat',
    freshness: 'current',
    query: noQuery,
    body: null,
    answers: { 200: UsableAgentList },
    errors: [],
  },
  listProviders: {
    operation: 'listProviders',
    summary: 'Model providers allowed for the client',
    description:
      'Their states come from real calls, and from listing their models at most every 30 seconds. Keys, addresses and costs are never shown.',
    method: 'GET',
    path: '/providers',
    hosted: false,
    scope: 'chat',
    freshness: 'current',
    query: noQuery,
    body: null,
    answers: { 200: ProviderList },
    errors: [],
  },
  readMetrics: {
    operation: 'readMetrics',
    summary: 'Metrics of the process that answers',
    description:
      'What `PARLEY_METRICS` serves, for an installation with a single port: OpenMetrics where `Accept` asks for it, otherwise Prometheus text. Behind a load balancer each answer is about one process; scrape the processes themselves there.',
    method: 'GET',
    path: '/admin/metrics',
    hosted: false,
    scope: 'admin:operate',
    freshness: 'current',
    query: noQuery,
    body: null,
    answers: { 200: 'metrics' },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
