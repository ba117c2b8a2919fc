import type { AnyClientOperation } from './client-operation.ts';
import { type PeopleServices, peopleOperations } from './people.ts';
import { type UserServices, userOperations } from './users.ts';
import { type WebhookServices, webhookOperations } from './webhooks.ts';

/** Everything that the operations on one client use. */
export interface OwnClientServices extends WebhookServices, PeopleServices, UserServices {}

/** The operations on one client that its own key may have, and its administrators. */
export const ownClientOperations: readonly AnyClientOperation<OwnClientServices>[] = [
  ...webhookOperations,
  ...userOperations,
  ...peopleOperations,
];
