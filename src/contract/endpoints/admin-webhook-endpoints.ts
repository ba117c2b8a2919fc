import { Type } from 'typebox';
import { strict } from '../chat.ts';
import type { ErrorCode } from '../errors.ts';
import { webhookEndpoints as webhooks } from '../operations/webhooks.ts';
import type { Endpoint } from './endpoint.ts';
import { eventEndpoints as events } from './event-endpoints.ts';
import type { OperationName } from './operation-table.ts';

/** A row of the API for operators, who name the client in the path. */
const ofClient = <const N extends OperationName, E extends Endpoint>(
  operation: N,
  row: E,
): OfClient<N, E> => ({
  ...row,
  operation,
  scope: 'admin:clients',
  path: `/admin/clients/:slug${row.path}`,
  errors: ['client_not_found', ...row.errors],
});

type OfClient<N extends OperationName, E extends Endpoint> = Omit<
  E,
  'operation' | 'scope' | 'path' | 'errors'
> & {
  readonly operation: N;
  readonly scope: 'admin:clients';
  readonly path: `/admin/clients/:slug${E['path']}`;
  readonly errors: readonly ErrorCode[];
};

/** An operator looks at the log, and does not wait for it. */
const { wait: _, ...looking } = events.listEvents.query.properties;
const lookAtEvents = {
  ...events.listEvents,
  query: Type.Object(looking, strict),
  errors: ['cursor_expired'],
} as const satisfies Endpoint;

/** The operator's operations on the events and endpoints of a client. */
export const adminWebhookEndpoints = {
  listClientEvents: ofClient('listClientEvents', lookAtEvents),
  getClientEvent: ofClient('getClientEvent', events.getEvent),
  listClientWebhooks: ofClient('listClientWebhooks', webhooks.listWebhooks),
  createClientWebhook: ofClient('createClientWebhook', webhooks.createWebhook),
  getClientWebhook: ofClient('getClientWebhook', webhooks.getWebhook),
  updateClientWebhook: ofClient('updateClientWebhook', webhooks.updateWebhook),
  deleteClientWebhook: ofClient('deleteClientWebhook', webhooks.deleteWebhook),
  rotateClientWebhookSecret: ofClient('rotateClientWebhookSecret', webhooks.rotateSecret),
  testClientWebhook: ofClient('testClientWebhook', webhooks.testWebhook),
  enableClientWebhook: ofClient('enableClientWebhook', webhooks.enableWebhook),
  replayClientWebhook: ofClient('replayClientWebhook', webhooks.replayWebhook),
  listClientWebhookDeliveries: ofClient('listClientWebhookDeliveries', webhooks.listDeliveries),
  getClientWebhookDelivery: ofClient('getClientWebhookDelivery', webhooks.getDelivery),
  retryClientWebhookDelivery: ofClient('retryClientWebhookDelivery', webhooks.retryDelivery),
};
