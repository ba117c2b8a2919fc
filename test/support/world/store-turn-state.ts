import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { Client } from '#core/clients/client.ts';
import { agents, type ClientState, type TurnState, userOf } from '../batches/turn-state.ts';
import { type Clock, readClock, StoredRows, uuidOf } from '../database/stored-rows.ts';
import { createClient } from './factories.ts';
import { addConversation, type StoredConversation } from './store-conversation.ts';

export interface StoredClient {
  readonly client: Client;
  readonly conversations: readonly StoredConversation[];
}

/** Writes a state into empty tables. */
export async function storeTurnState(database: Queryable, state: TurnState): Promise<StoredClient[]> {
  const clock = await readClock(database);
  const rows = new StoredRows();
  const stored: StoredClient[] = [];
  for (const one of state) {
    const client = await createClient(database, { ...one.limits, ...one.rates, enabled: one.enabled });
    addUsage(rows, clock, client.id, one);
    addRights(rows, clock, client.id, one);
    const conversations = one.conversations.map((conversation, nth) =>
      addConversation(
        rows,
        clock,
        client.id,
        nth,
        one.isBusy ? conversation : { ...conversation, running: null, queued: [] },
      ),
    );
    stored.push({ client, conversations });
  }
  await rows.store(database);
  await placeWaitingJobs(database);
  return stored;
}

/** The first turn of a conversation in which nothing runs may be claimed. */
async function placeWaitingJobs(database: Queryable): Promise<void> {
  await database.query(`
    update turns t set tag = next_tag(t.lane, t.client_id) where state = 'queued' and door = 'job' and not exists (
      select from turns o where o.client_id = t.client_id and o.conversation_id = t.conversation_id
        and (o.state = 'running' or o.answer_seq < t.answer_seq))`);
}

function addUsage(rows: StoredRows, clock: Clock, clientId: number, state: ClientState): void {
  for (const day of [clock.day(0), clock.day(1)]) {
    if (state.used !== null) rows.add('usage_clients', { client_id: clientId, day, ...state.used });
    for (const [nth, used] of state.users.entries()) {
      const key = { client_id: clientId, day, external_user_id: userOf(nth) };
      if (used !== null) rows.add('usage_users', { ...key, ...used });
    }
  }
  if (state.burst === null) return;
  const { secondsAgo, requests } = state.burst;
  rows.add('burst_windows', { client_id: clientId, window_start: clock.before(secondsAgo), requests });
}

/** Agents, people who sign in, and keys that were used. */
function addRights(rows: StoredRows, clock: Clock, clientId: number, state: ClientState): void {
  for (const [nth, bound] of state.bound.entries()) {
    if (bound !== null) rows.add('client_agents', { client_id: clientId, agent_slug: agents[nth], bound });
  }
  for (const [nth, { enabled, hasSession }] of state.hosted.entries()) {
    const id = uuidOf(clientId, 'person', nth);
    const email = `person-${nth}@example.org`;
    rows.add('hosted_users', {
      client_id: clientId,
      id,
      email,
      password_hash: '-',
      must_change_password: false,
      enabled,
    });
    const session = {
      client_id: clientId,
      id: `session-${nth}`,
      user_id: id,
      expires_at: clock.before(-3_600),
    };
    if (hasSession) rows.add('login_sessions', session);
  }
  for (const { user, kind, key, hash, hoursAgo } of state.keys) {
    rows.add('idempotency_keys', {
      client_id: clientId,
      external_user_id: userOf(user),
      route: kind,
      key: `key-${key}`,
      request_hash: `hash-${hash}`,
      turn_id: uuidOf(clientId, 'keyed turn', key),
      created_at: clock.before(hoursAgo * 3_600),
    });
  }
}
