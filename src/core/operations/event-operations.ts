import type { ClientManager } from '../administration/manage-clients.ts';
import type { EventLogStore } from '../events/event-log-store.ts';
import { findEvent, peekEvents } from '../events/read-events.ts';
import { operation, parameter } from './operation.ts';

interface Services {
  readonly clients: ClientManager;
  readonly eventLog: EventLogStore;
}

/** The log of a client, as operators read it. */
export const eventOperations = {
  listClientEvents: operation(
    'listClientEvents',
    async ({ clients, eventLog }: Services, { params, query }) => ({
      body: await peekEvents(eventLog, await clients.find(parameter(params, 'slug')), query),
    }),
  ),
  getClientEvent: operation('getClientEvent', async ({ clients, eventLog }: Services, { params }) => {
    const client = await clients.find(parameter(params, 'slug'));
    return { body: await findEvent(eventLog, client, parameter(params, 'event')) };
  }),
};
