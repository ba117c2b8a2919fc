import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import type { webhookEndpoints } from '#contract/operations/webhooks.ts';
import { type WebhookServices, type WebhookSubject, webhookHandlers } from '../handlers/webhooks.ts';
import type { Call } from './call.ts';
import type { routeAdder } from './route.ts';

type Rows = typeof webhookEndpoints;
/** What differs between the ways. */
type Way = 'operation' | 'path' | 'scope' | 'hosted';

export type WebhookRows = { readonly [Name in keyof Rows]: Omit<Rows[Name], Way> & Pick<Endpoint, Way> };

/** Registers the operations on endpoints on one of the ways on which they are reached. */
export function addWebhookRoutes(
  add: ReturnType<typeof routeAdder>,
  on: WebhookRows,
  services: WebhookServices,
  subjectOf: (call: Pick<Call, 'caller' | 'params'>) => Promise<WebhookSubject>,
): void {
  const handlers = webhookHandlers(services, subjectOf);
  add(on.listWebhooks, handlers.listWebhooks);
  add(on.createWebhook, handlers.createWebhook);
  add(on.getWebhook, handlers.getWebhook);
  add(on.updateWebhook, handlers.updateWebhook);
  add(on.deleteWebhook, handlers.deleteWebhook);
  add(on.rotateSecret, handlers.rotateSecret);
  add(on.testWebhook, handlers.testWebhook);
  add(on.enableWebhook, handlers.enableWebhook);
  add(on.replayWebhook, handlers.replayWebhook);
  add(on.listDeliveries, handlers.listDeliveries);
  add(on.getDelivery, handlers.getDelivery);
  add(on.retryDelivery, handlers.retryDelivery);
}
