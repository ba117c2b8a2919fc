import { randomBytes, randomUUID } from 'node:crypto';
import { PostgresClientStore } from '#adapters/postgres/administration/client-store.ts';
import type { Queryable } from '#adapters/postgres/database/database.ts';
import { noSources } from '#core/citations/answer-sources.ts';
import type { Client } from '#core/clients/client.ts';
import { brandCaller, type Caller, type Owner, ownerOf } from '#core/identity/caller.ts';
import type { CountedCall } from '#core/models/counted-call.ts';
import { noTokens } from '#core/models/model-provider.ts';
import { newId } from '#core/shared/new-id.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import { isLimited } from '#core/turn/admission/is-limited.ts';
import type { Finish, TurnStore } from '#core/turn/turn-store.ts';
import { afterMidnight } from '../reading/after-midnight.ts';

/** Stores a client; `columns` override a client on trial without limits. */
export async function createClient(
  database: Queryable,
  columns: Readonly<Record<string, unknown>> = {},
): Promise<Client> {
  await afterMidnight();
  const slug = `client-${randomBytes(6).toString('hex')}`;
  const row = {
    slug,
    name: 'A partner',
    source_app: slug,
    subscription_status: 'trial',
    default_agent: 'assistant',
    scopes: ['chat'],
    handoff_kid: randomUUID(),
    key_hash: randomBytes(32),
    key_prefix: 'parley_sk_test',
    ...columns,
  };
  const names = Object.keys(row);
  const [inserted] = await database.query<{ id: number }>(
    `insert into clients (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})
     returning id`,
    Object.values(row),
  );
  const client = inserted && (await new PostgresClientStore(database).findById(inserted.id));
  if (!client) throw new Error('the client was not stored');
  return client;
}

/** As if the client's backend had sent a request. */
export function callerOf(client: Client): Caller {
  return brandCaller({ kind: 'api', client, keyHash: randomBytes(32) });
}

export function ownerIn(client: Client, userId = 'user-1'): Owner {
  return ownerOf(callerOf(client), userId);
}

/** The first prompt of a new conversation as a stream, unless `more` says otherwise. */
export function buildAdmission(client: Client, owner: Owner, more: Partial<Admission> = {}): Admission {
  return {
    owner,
    clientVersion: client.version,
    isConcurrencyLimited: isLimited(client),
    hostedUserId: null,
    sessionId: null,
    turnId: newId(),
    foreignRequestId: null,
    conversationId: null,
    newConversationId: newId(),
    userMessageId: newId(),
    messageId: newId(),
    agentSlug: client.defaultAgent,
    prompt: 'A question',
    title: 'A title',
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
    queueCapacity: 1_000,
    traceparent: null,
    ...more,
  };
}

/** A turn that was admitted. */
export interface StartedTurn {
  readonly admission: Admission;
  readonly turnId: string;
  readonly conversationId: string;
  readonly userMessageId: string;
  readonly messageId: string;
  readonly day: string;
}

export async function startTurn(
  turns: TurnStore,
  client: Client,
  owner: Owner,
  more: Partial<Admission> = {},
): Promise<StartedTurn> {
  const admission = buildAdmission(client, owner, more);
  const result = await turns.admit(admission);
  if (result.status !== 'admitted') throw new Error(`the turn was refused: ${result.status}`);
  return {
    admission,
    turnId: admission.turnId,
    conversationId: admission.conversationId ?? admission.newConversationId,
    userMessageId: result.userMessageId,
    messageId: admission.messageId,
    day: result.usage.day,
  };
}

/** Stores the answer of a turn that runs in its first attempt; completed, unless `more` says otherwise. */
export async function finishTurn(
  turns: TurnStore,
  turn: StartedTurn,
  text: string,
  more: Partial<Finish> = {},
): Promise<void> {
  const { clientId } = turn.admission.owner;
  const accepted = await turns.finish(buildFinish({ ...turn, clientId, attempt: 1 }, { text, ...more }));
  if (accepted !== 'stored') throw new Error('the finish was not accepted');
}

/** The end of an attempt that answered; completed, unless `more` says otherwise. */
export function buildFinish(
  {
    clientId,
    turnId,
    attempt,
    conversationId,
    day,
  }: Pick<Finish, 'clientId' | 'turnId' | 'attempt' | 'conversationId' | 'day'>,
  more: Partial<Finish> = {},
): Finish {
  return {
    clientId,
    turnId,
    attempt,
    conversationId,
    day,
    textFrom: 0,
    state: 'completed',
    text: 'An answer',
    finishReason: 'stop',
    errorCode: null,
    refund: false,
    flushed: false,
    model: null,
    inputTokens: null,
    outputTokens: null,
    firstTextMs: null,
    calls: [],
    sources: noSources,
    ...more,
  };
}

/** A call that has just answered; `more` says what else became of it. */
export function buildCall(model: string, more: Partial<CountedCall> = {}): CountedCall {
  return { model, kind: 'answer', outcome: 'completed', sentAt: performance.now(), ...noTokens, ...more };
}

/** A prompt and its answer. */
export async function answeredTurn(
  turns: TurnStore,
  client: Client,
  owner: Owner,
  more: Partial<Admission> = {},
  answer = 'An answer',
): Promise<StartedTurn> {
  const turn = await startTurn(turns, client, owner, more);
  await finishTurn(turns, turn, answer);
  return turn;
}
