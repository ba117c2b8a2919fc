import { Type } from 'typebox';
import { strict } from '../chat.ts';
import { rolesOf } from '../console/roles.ts';
import { eventEndpoints } from '../endpoints/event-endpoints.ts';
import { noQuery } from '../request-parts.ts';
import type { OperatorOperation } from './operator-operation.ts';

const { listEvents, getEvent } = eventEndpoints;
/** An operator reads the log, and does not wait for it. */
const { wait: _, ...looking } = listEvents.query.properties;

const row = {
  channels: { admin: 'admin:clients', console: rolesOf.people },
  fresh: false,
  audit: null,
  method: 'GET',
  body: null,
} as const;

/** The events of a client, as operators read them. */
export const eventOperations = {
  listClientEvents: {
    ...row,
    summary: listEvents.summary,
    description: listEvents.description,
    path: `/clients/:slug${listEvents.path}`,
    query: Type.Object(looking, strict),
    answers: listEvents.answers,
    errors: ['client_not_found', 'cursor_expired'],
  },
  getClientEvent: {
    ...row,
    summary: getEvent.summary,
    description: getEvent.description,
    path: `/clients/:slug${getEvent.path}`,
    query: noQuery,
    answers: getEvent.answers,
    errors: ['client_not_found', ...getEvent.errors],
  },
} as const satisfies Record<string, OperatorOperation>;
