import { Type } from 'typebox';
import { withoutNul } from '../admin.ts';
import { strict } from '../chat.ts';
import { FoundThings, IdentifiedUser } from '../console/found.ts';
import {
  Doctor,
  LiveTurnList,
  liveStates,
  ProcessDrained,
  ProviderStates,
  ProviderTest,
  Queue,
  TurnCancelled,
} from '../console/live.ts';
import { rolesOf } from '../console/roles.ts';
import { Failures, Overview, seriesKeys, UsageMinutes, UsageSeries } from '../console/screens.ts';
import { endedTurnFilters } from '../endpoints/job-endpoints.ts';
import { EndedTurnList } from '../jobs.ts';
import { noBody, noQuery, page, text } from '../request-parts.ts';
import { oneOf } from '../resources.ts';
import type { OperatorOperation } from './operator-operation.ts';

const row = { fresh: false, audit: null, query: noQuery, body: null } as const;
/** A POST without a body, because the path says everything. */
const action = { ...row, method: 'POST', body: noBody, bodyOptional: true } as const;

/** What an operator monitors while the service runs, and the few possible actions. */
export const liveOperations = {
  getOverview: {
    ...row,
    channels: { admin: 'admin:operate', console: rolesOf.everyone },
    summary: 'The service today: usage, refusals, queues, failing providers, clients near their limit',
    description: 'What an operator looks at first, from stored totals: the same in every process.',
    method: 'GET',
    path: '/overview',
    answers: { 200: Overview },
    errors: [],
  },
  getUsageSeries: {
    ...row,
    channels: { admin: 'admin:operate', console: rolesOf.everyone },
    summary: 'Turns, tokens and times by UTC day, and by model, agent or client; the last 30 days by default',
    description: 'From totals that are updated once a minute. They do not include running turns.',
    method: 'GET',
    path: '/usage/series',
    query: Type.Object(
      {
        client: text('Slug; all clients by default.'),
        from: text('First day, YYYY-MM-DD.'),
        to: text('Last day, YYYY-MM-DD; 92 days at most.'),
        by: Type.Optional(oneOf(seriesKeys)),
      },
      strict,
    ),
    answers: { 200: UsageSeries },
    errors: ['client_not_found'],
  },
  getQueue: {
    ...row,
    channels: { admin: 'admin:operate', console: rolesOf.everyone },
    summary: 'Queues, running turns and processes',
    description: 'How many turns wait in each queue, since when, and which processes answer them.',
    method: 'GET',
    path: '/queue',
    answers: { 200: Queue },
    errors: [],
  },
  listLiveTurns: {
    ...row,
    channels: { admin: 'admin:operate', console: rolesOf.everyone },
    summary: 'Turns that run or wait, oldest first, without their texts',
    description: 'Neither questions nor answers are shown.',
    method: 'GET',
    path: '/turns',
    query: Type.Object(
      { state: Type.Optional(oneOf(liveStates)), client: text('Slug; all clients by default.'), ...page },
      strict,
    ),
    answers: { 200: LiveTurnList },
    errors: [],
  },
  listEndedTurns: {
    ...row,
    channels: { admin: 'admin:operate', console: rolesOf.everyone, cli: true },
    id: 'listEndedTurnsOfClients',
    summary: 'Turns that have ended, newest first, without their texts',
    description:
      'Of all clients, to find what became of one question: by the id of its request, by its user, or among the failures.',
    method: 'GET',
    path: '/ended-turns',
    query: Type.Object(
      {
        client: text('Slug; all clients by default.'),
        external_user_id: text('One end user of the client.'),
        ...endedTurnFilters,
      },
      strict,
    ),
    answers: { 200: EndedTurnList },
    errors: [],
  },
  cancelTurn: {
    ...action,
    channels: { admin: 'admin:operate', console: rolesOf.people },
    audit: 'turn.cancel',
    summary: 'Stop a turn; one that waits is refunded',
    description: 'As if its caller had cancelled it: what was written so far is kept.',
    path: '/turns/:client/:uuid/cancel',
    answers: { 200: TurnCancelled },
    errors: ['job_not_found'],
  },
  drainProcess: {
    ...action,
    channels: { admin: 'admin:operate', console: rolesOf.operators },
    audit: 'process.drain',
    summary:
      'Drain a process, so that it finishes what it runs and claims no more jobs, or let it claim again',
    description: 'What it runs continues. It still answers streams.',
    path: '/processes/:id/drain',
    body: Type.Object({ draining: Type.Optional(Type.Boolean({ default: true })) }, strict),
    answers: { 200: ProcessDrained },
    errors: ['not_found'],
  },
  listProviderStates: {
    ...row,
    channels: { admin: 'admin:operate', console: rolesOf.everyone },
    summary: 'Providers with their state, and the calls of the last hour',
    description: 'As the processes have seen them in their own calls.',
    method: 'GET',
    path: '/providers',
    answers: { 200: ProviderStates },
    errors: [],
  },
  testProvider: {
    ...action,
    channels: { admin: 'admin:operate', console: rolesOf.operators },
    audit: 'provider.test',
    summary: 'Ask a provider for a short answer, which costs a few tokens',
    description: 'Reports the outcome, without the text of the provider.',
    path: '/providers/:id/test',
    answers: { 200: ProviderTest },
    errors: ['not_found'],
  },
  runDoctor: {
    ...row,
    channels: { admin: 'admin:operate', console: rolesOf.everyone },
    summary: 'Check what the service needs, as `parley doctor` does',
    description: 'Configuration, database, providers, mail and webhooks. It changes nothing.',
    method: 'GET',
    path: '/doctor',
    answers: { 200: Doctor },
    errors: [],
  },
  getFailures: {
    ...row,
    channels: { console: rolesOf.everyone },
    summary: 'Kinds of failure, and refusals by client',
    method: 'GET',
    path: '/failures',
    answers: { 200: Failures },
    errors: [],
  },
  getUsageMinutes: {
    ...row,
    channels: { console: rolesOf.everyone },
    summary: 'Today by the minute: turns of a client, or calls to the models',
    method: 'GET',
    path: '/usage/minutes',
    query: Type.Object({ client: text('Slug; all clients without it.') }, strict),
    answers: { 200: UsageMinutes },
    errors: ['client_not_found'],
  },
  findById: {
    ...row,
    channels: { console: rolesOf.everyone },
    summary: 'What an id names: a question, a conversation, an end user, an event, a change',
    method: 'GET',
    path: '/found',
    query: Type.Object({ id: Type.String({ minLength: 1, maxLength: 255, pattern: withoutNul }) }, strict),
    answers: { 200: FoundThings },
    errors: [],
  },
  identifyUser: {
    ...row,
    channels: { console: rolesOf.people, cli: true },
    summary:
      'The end user whom an identifier means that a provider was sent, among those of the last 30 days',
    method: 'GET',
    path: '/identified-user',
    query: Type.Object(
      { identifier: Type.String({ minLength: 1, maxLength: 255, pattern: withoutNul }) },
      strict,
    ),
    answers: { 200: IdentifiedUser },
    errors: ['user_not_found'],
  },
} as const satisfies Record<string, OperatorOperation>;
