import type { Endpoint } from './endpoint.ts';
import { webhookEndpoints as on } from './webhook-endpoints.ts';

/** A row of the API for administrators of a tenant, who have a session and need no scope. */
const own = <E extends Endpoint>(row: E): Own<E> => ({ ...row, hosted: true, scope: null });
type Own<E extends Endpoint> = Omit<E, 'hosted' | 'scope'> & { readonly hosted: true; readonly scope: null };

/** The operations on endpoints, below `/account/api`. */
export const accountWebhookEndpoints = {
  listWebhooks: own(on.listWebhooks),
  createWebhook: own(on.createWebhook),
  getWebhook: own(on.getWebhook),
  updateWebhook: own(on.updateWebhook),
  deleteWebhook: own(on.deleteWebhook),
  rotateSecret: own(on.rotateSecret),
  testWebhook: own(on.testWebhook),
  enableWebhook: own(on.enableWebhook),
  replayWebhook: own(on.replayWebhook),
  listDeliveries: own(on.listDeliveries),
  getDelivery: own(on.getDelivery),
  retryDelivery: own(on.retryDelivery),
};
