import { Type } from 'typebox';
import { strict } from '../chat.ts';
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
import { Overview, seriesKeys, UsageSeries } from '../console/screens.ts';
import { EndedTurnList } from '../jobs.ts';
import { page, text } from '../request-parts.ts';
import { oneOf } from '../resources.ts';
import { action, byAdmin } from './admin-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { endedTurnFilters } from './job-endpoints.ts';

/** What an operator looks at while the service runs, and the few things that can be done about it. */
export const operateEndpoints = {
  getOverview: {
    ...byAdmin('getOverview'),
    operation: 'getOverview',
    summary: 'The service today: usage, refusals, queues, failing providers, clients near their limit',
    description: 'What an operator looks at first, from stored totals: the same in every process.',
    method: 'GET',
    path: '/admin/overview',
    answers: { 200: Overview },
    errors: [],
  },
  getUsageSeries: {
    ...byAdmin('getUsageSeries'),
    operation: 'getUsageSeries',
    summary: 'Turns, tokens and times by UTC day, and by model, agent or client; the last 30 days by default',
    description: 'From totals that are folded once a minute. Turns that still run are not in them.',
    method: 'GET',
    path: '/admin/usage/series',
    query: Type.Object(
      {
        client: text('Slug; all clients without it.'),
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
    ...byAdmin('getQueue'),
    operation: 'getQueue',
    summary: 'Queues, running turns and processes',
    description: 'How many turns wait in each queue, since when, and which processes answer them.',
    method: 'GET',
    path: '/admin/queue',
    answers: { 200: Queue },
    errors: [],
  },
  listLiveTurns: {
    ...byAdmin('listLiveTurns'),
    operation: 'listLiveTurns',
    summary: 'Turns that run or wait, oldest first, without their texts',
    description: 'Neither questions nor answers are shown.',
    method: 'GET',
    path: '/admin/turns',
    query: Type.Object(
      { state: Type.Optional(oneOf(liveStates)), client: text('Slug; all clients without it.'), ...page },
      strict,
    ),
    answers: { 200: LiveTurnList },
    errors: [],
  },
  listEndedTurns: {
    ...byAdmin('listEndedTurns'),
    operation: 'listEndedTurnsOfClients',
    summary: 'Turns that have ended, newest first, without their texts',
    description:
      'Of all clients, to find what became of one question: by the id of its request, by its user, or among the failures.',
    method: 'GET',
    path: '/admin/ended-turns',
    query: Type.Object(
      {
        client: text('Slug; all clients without it.'),
        external_user_id: text('One end user of the client.'),
        ...endedTurnFilters,
      },
      strict,
    ),
    answers: { 200: EndedTurnList },
    errors: [],
  },
  cancelTurn: {
    ...action(
      'cancelTurn',
      'cancelTurn',
      'Stop a turn; one that waits is given back',
      '/admin/turns/:client/:uuid/cancel',
      TurnCancelled,
      ['job_not_found'],
    ),
    description: 'As if its caller had cancelled it: what was written so far is kept.',
  },
  drainProcess: {
    ...action(
      'drainProcess',
      'drainProcess',
      'Let a process finish what it runs and claim no more jobs, or let it claim again',
      '/admin/processes/:id/drain',
      ProcessDrained,
      ['not_found'],
    ),
    description: 'What it runs goes on. Streams are still answered by it.',
    body: Type.Object({ draining: Type.Optional(Type.Boolean({ default: true })) }, strict),
  },
  listProviderStates: {
    ...byAdmin('listProviderStates'),
    operation: 'listProviderStates',
    summary: 'Providers with their state, and the calls of the last hour',
    description: 'As the processes have seen them while they worked.',
    method: 'GET',
    path: '/admin/providers',
    answers: { 200: ProviderStates },
    errors: [],
  },
  testProvider: {
    ...action(
      'testProvider',
      'testProvider',
      'Ask a provider for a short answer, which costs some tokens',
      '/admin/providers/:id/test',
      ProviderTest,
      ['not_found'],
    ),
    description: 'The answer says what the provider said, without its text.',
  },
  runDoctor: {
    ...byAdmin('runDoctor'),
    operation: 'runDoctor',
    summary: 'Check what the service needs, as `parley doctor` does',
    description: 'Configuration, database, providers, mail and webhooks. It changes nothing.',
    method: 'GET',
    path: '/admin/doctor',
    answers: { 200: Doctor },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
