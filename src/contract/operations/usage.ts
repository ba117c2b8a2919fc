import { Type } from 'typebox';
import { strict } from '../chat.ts';
import { endedTurnFilters } from '../endpoints/job-endpoints.ts';
import { Subscription, TenantUsage } from '../hosted.ts';
import { EndedTurnList } from '../jobs.ts';
import { noQuery } from '../request-parts.ts';
import type { ClientOperation } from './client-operation.ts';

const row = {
  channels: { account: true },
  fresh: false,
  audit: null,
  method: 'GET',
  query: noQuery,
  body: null,
  errors: [],
} as const;

/** What a tenant has used, and may use. */
export const usageOperations = {
  getUsage: {
    ...row,
    ids: { account: 'getTenantUsage' },
    summary: 'Today and 30 days, by dimension and by user',
    path: '/usage',
    answers: { 200: TenantUsage },
  },
  getSubscription: {
    ...row,
    summary: 'The subscription and its limits',
    path: '/subscription',
    answers: { 200: Subscription },
  },
  listEndedTurns: {
    ...row,
    ids: { account: 'listTenantEndedTurns' },
    summary: 'Turns that have ended, newest first, without their texts',
    path: '/ended-turns',
    query: Type.Object(
      {
        identity: Type.Optional(
          Type.String({ description: 'The identity that a backend gave, or `hu:<uuid>`.' }),
        ),
        ...endedTurnFilters,
      },
      strict,
    ),
    answers: { 200: EndedTurnList },
  },
} as const satisfies Record<string, ClientOperation>;
