import type { Queryable } from '#adapters/postgres/database/database.ts';
import { recordEvents } from '#adapters/postgres/events/event-statements.ts';
import type { PostgresWebhookStore } from '#adapters/postgres/webhooks/webhook-store.ts';
import { newId } from '#core/shared/new-id.ts';

/** Stores an endpoint that nothing is sent to, and returns its id. */
export async function storeEndpoint(
  webhooks: PostgresWebhookStore,
  clientId: number,
  types: readonly string[] | null = null,
  enabled = true,
): Promise<string> {
  const id = newId();
  const secret = { generation: 1, key: 'k' };
  const settings = { url: 'https://hooks.example.com/', types, description: '', enabled };
  await webhooks.insert({ clientId, id, secret, ...settings });
  return id;
}

/** Stores events of a client, which has to use them. */
export async function storeEvents(
  database: Queryable,
  clientId: number,
  count = 1,
  userId: string | null = null,
): Promise<void> {
  const event = { clientId, type: 'client.updated', userId, data: {} } as const;
  const { text, values = [] } = recordEvents(Array.from({ length: count }, () => event));
  await database.query(text, values);
}
