import { Type } from 'typebox';
import { strict } from '../chat.ts';
import { byAdmin } from './admin-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { eventEndpoints } from './event-endpoints.ts';

const { listEvents, getEvent } = eventEndpoints;
/** An operator looks at the log, and does not wait for it. */
const { wait: _, ...looking } = listEvents.query.properties;

/** The operator's operations on the events of a client. */
export const adminEventEndpoints = {
  listClientEvents: {
    ...listEvents,
    ...byAdmin('listClientEvents'),
    operation: 'listClientEvents',
    path: `/admin/clients/:slug${listEvents.path}`,
    query: Type.Object(looking, strict),
    errors: ['client_not_found', 'cursor_expired'],
  },
  getClientEvent: {
    ...getEvent,
    ...byAdmin('getClientEvent'),
    operation: 'getClientEvent',
    path: `/admin/clients/:slug${getEvent.path}`,
    errors: ['client_not_found', ...getEvent.errors],
  },
} as const satisfies Record<string, Endpoint>;
