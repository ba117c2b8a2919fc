import type { Queryable } from '#adapters/postgres/database.ts';
import type { Client } from '#core/tenants/client.ts';
import { createClient } from './factories.ts';
import { type StoredConversation, storeConversation } from './store-conversation.ts';
import { insertRows, uuidOf } from './stored-rows.ts';
import { agents, type ClientState, type TurnState, userOf } from './turn-state.ts';

export interface StoredClient {
  readonly client: Client;
  readonly conversations: readonly StoredConversation[];
}

/** Writes a state into empty tables. */
export async function storeTurnState(database: Queryable, state: TurnState): Promise<StoredClient[]> {
  const stored: StoredClient[] = [];
  for (const client of state) stored.push(await storeClient(database, client));
  return stored;
}

async function storeClient(database: Queryable, state: ClientState): Promise<StoredClient> {
  const client = await createClient(database, {
    ...state.limits,
    ...state.rates,
    enabled: state.enabled,
  });
  await storeUsage(database, client.id, state);
  await storeRights(database, client.id, state);
  const conversations: StoredConversation[] = [];
  for (const [nth, conversation] of state.conversations.entries()) {
    conversations.push(await storeConversation(database, client.id, nth, conversation));
  }
  return { client, conversations };
}

async function storeUsage(database: Queryable, clientId: number, state: ClientState): Promise<void> {
  const rows = (counts: ClientState['used']) => (counts === null ? [] : [counts]);
  for (const day of ['utc_day()', 'utc_day() - 1']) {
    await database.query(
      `insert into usage_clients select $1, ${day}, x.requests, x.priority, x.deep_dive
       from jsonb_to_recordset($2) x(requests integer, priority integer, deep_dive integer)`,
      [clientId, JSON.stringify(rows(state.used))],
    );
    const users = state.users.flatMap((counts, nth) =>
      rows(counts).map((row) => ({ ...row, user: userOf(nth) })),
    );
    await database.query(
      `insert into usage_users select $1, ${day}, x."user", x.requests, x.priority, x.deep_dive
       from jsonb_to_recordset($2) x("user" text, requests integer, priority integer, deep_dive integer)`,
      [clientId, JSON.stringify(users)],
    );
  }
  if (state.burst === null) return;
  await database.query(`insert into burst_windows values ($1, now() - $2 * interval '1 second', $3)`, [
    clientId,
    state.burst.secondsAgo,
    state.burst.requests,
  ]);
}

/** Agents, people who sign in, and keys that were used. */
async function storeRights(database: Queryable, clientId: number, state: ClientState): Promise<void> {
  const bindings = state.bound.flatMap((bound, nth) =>
    bound === null ? [] : [{ client_id: clientId, agent_slug: agents[nth], bound }],
  );
  await insertRows(database, 'client_agents', bindings);
  const people = state.hosted.map(({ enabled }, nth) => ({
    client_id: clientId,
    id: uuidOf(clientId, 'person', nth),
    email: `person-${nth}@example.org`,
    password_hash: '-',
    enabled,
  }));
  await insertRows(database, 'hosted_users', people);
  const sessions = state.hosted.flatMap(({ hasSession }, nth) =>
    hasSession
      ? [
          {
            client_id: clientId,
            id: `session-${nth}`,
            user_id: uuidOf(clientId, 'person', nth),
            expires_at: '2200-01-01',
          },
        ]
      : [],
  );
  await insertRows(database, 'login_sessions', sessions);
  for (const { user, door, key, hash, hoursAgo } of state.keys) {
    await database.query(
      `insert into idempotency_keys values ($1, $2, $3, $4, $5, $6, now() - $7 * interval '1 hour')`,
      [
        clientId,
        userOf(user),
        door,
        `key-${key}`,
        `hash-${hash}`,
        uuidOf(clientId, 'keyed turn', key),
        hoursAgo,
      ],
    );
  }
}
