/**
 * Admission as the service does it, without HTTP: whole turns of one client through the turn store's batches.
 * `DATABASE_URL=… node bench/programs/admissions.ts --requests N --concurrency 256` prints a `Rate`.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { PostgresClientStore } from '#adapters/postgres/administration/client-store.ts';
import { Database } from '#adapters/postgres/database/database.ts';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { brandCaller, ownerOf } from '#core/identity/caller.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import { printRate, rateFlags, readRateFlags, saturate } from '../support/saturate.ts';

const INSERT_CLIENT = `
  insert into clients (slug, name, source_app, subscription_status, default_agent, scopes, handoff_kid,
    key_hash, key_prefix)
  values ('bench', 'Bench', 'bench', 'active', 'assistant', '{chat}', 'bench', '\\x00', 'bench')
  on conflict do nothing`;

const { values } = parseArgs({ options: rateFlags });
const connection = { connectionString: process.env['DATABASE_URL'] ?? '' };
await migrate(connection);
const database = new Database(connection);
await database.query(INSERT_CLIENT);
const client = await new PostgresClientStore(database).findBySlug('bench');
if (client === null) throw new Error('the client was not stored');
const caller = brandCaller({ kind: 'api', client, keyHash: Buffer.alloc(32) });
const store = new PostgresTurnStore(database, {
  notify: () => Promise.reject(new Error('a stream notifies no worker')),
});
const processId = randomUUID();

const rate = await saturate(async (number) => {
  const { status } = await store.admit(admission(number));
  if (status !== 'admitted') throw new Error(`a turn was refused: ${status}`);
}, readRateFlags(values));
printRate(rate);
await database[Symbol.asyncDispose]();

function admission(number: number): Admission {
  return {
    owner: ownerOf(caller, `user-${number}`),
    clientVersion: caller.client.version,
    isConcurrencyLimited: false,
    hostedUserId: null,
    sessionId: null,
    turnId: randomUUID(),
    foreignRequestId: null,
    conversationId: null,
    newConversationId: randomUUID(),
    userMessageId: randomUUID(),
    messageId: randomUUID(),
    agentSlug: caller.client.defaultAgent,
    prompt: 'Tell me about the weather in spring.',
    title: 'Tell me about the weather in spring.',
    imported: [],
    listing: null,
    kind: 'stream',
    lane: 'standard',
    priority: false,
    deepDive: false,
    retry: false,
    replaces: null,
    ifBusy: 'reject',
    onDisconnect: 'cancel',
    idempotencyKey: null,
    requestHash: null,
    processId,
    traceparent: null,
    queueCapacity: 1,
  };
}
