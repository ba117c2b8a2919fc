import { randomUUID } from 'node:crypto';
import { PostgresClientStore } from '#adapters/postgres/administration/client-store.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import type { Client } from '#core/clients/client.ts';
import { brandCaller, ownerOf } from '#core/identity/caller.ts';
import type { Admission } from '#core/turn/admission/admission.ts';

const INSERT_CLIENT = `
  insert into clients (slug, name, source_app, subscription_status, default_agent, scopes, handoff_kid,
    key_hash, key_prefix)
  values ('bench', 'Bench', 'bench', 'active', 'assistant', '{chat}', 'bench', '\\x00', 'bench')
  on conflict do nothing`;

/** The client of programs that use the stores without HTTP. */
export async function insertClient(database: Database): Promise<Client> {
  await database.query(INSERT_CLIENT);
  const client = await new PostgresClientStore(database).findBySlug('bench');
  if (client === null) throw new Error('the client was not stored');
  return client;
}

/** The first prompt of a new conversation, as a stream unless `more` says otherwise. */
export function buildAdmission(client: Client, user: string, more: Partial<Admission>): Admission {
  return {
    owner: ownerOf(brandCaller({ kind: 'api', client, keyHash: Buffer.alloc(32) }), user),
    clientVersion: client.version,
    isConcurrencyLimited: false,
    hostedUserId: null,
    sessionId: null,
    turnId: randomUUID(),
    foreignRequestId: null,
    conversationId: null,
    newConversationId: randomUUID(),
    userMessageId: randomUUID(),
    messageId: randomUUID(),
    agentSlug: client.defaultAgent,
    prompt: 'Tell me about the weather in spring.',
    title: 'Tell me about the weather in spring.',
    imported: [],
    listing: null,
    kind: 'stream',
    lane: 'standard',
    priority: false,
    deepDive: false,
    retry: false,
    guidance: new Map(),
    isTry: false,
    replaces: null,
    ifBusy: 'reject',
    onDisconnect: 'cancel',
    idempotencyKey: null,
    requestHash: null,
    processId: randomUUID(),
    traceparent: null,
    queueCapacity: 1,
    ...more,
  };
}
