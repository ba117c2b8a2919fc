import type { ErrorCode } from '#contract/errors.ts';
import type { Lane, TurnKind } from '#contract/jobs.ts';
import { DatabaseUnavailable, errors, ParleyError, StaleClient } from '../errors.ts';
import { chooseAgent, requireAgent } from '../identity/agents.ts';
import type { BlockedUserStore } from '../identity/blocked-user.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import { requireScope, requireSubscription } from '../identity/gate.ts';
import { checkDeepDive } from '../identity/turn-options.ts';
import { newId } from '../shared/new-id.ts';
import type { UsageCounts } from '../usage/usage.ts';
import type { Admission } from './admission/admission.ts';
import type { AdmissionStore } from './admission/admission-store.ts';
import { isLimited } from './admission/is-limited.ts';
import { refusalOf } from './admission/refusal-of.ts';
import { type CheckedChatRequest, requestHashOf } from './chat-request.ts';
import { titleOf } from './title.ts';
import { type AdmittedTurn, brandAdmitted } from './turn.ts';
import type { AdmissionTelemetry } from './turn-telemetry.ts';

export type Admitted =
  | { readonly kind: 'running' | 'waiting'; readonly turn: AdmittedTurn; readonly usage: UsageCounts }
  | {
      readonly kind: 'queued';
      readonly turnId: string;
      readonly conversationId: string;
      readonly lane: Lane;
      readonly position: number | null;
      readonly usage: UsageCounts;
      readonly createdAt: Date;
    }
  | { readonly kind: 'replay'; readonly turnId: string; readonly usage: UsageCounts };

export interface AdmitOptions {
  readonly turns: AdmissionStore;
  readonly blockedUsers: Pick<BlockedUserStore, 'isBlocked'>;
  readonly processId: string;
  readonly queueCapacity: number;
  readonly requestId: string;
  /** A proxy chose the id of the request, so another request may have it, too. */
  readonly isForeignId: boolean;
  readonly telemetry: AdmissionTelemetry;
}

/**
 * Decides whether a request becomes a turn, in the order of the wire contract. A refusal has no effect; an admission
 * stores the conversation, the message, the turn and its charge in one transaction. Throws StaleClient when the
 * caller's copy of the client is older than the database's.
 */
export async function admitTurn(
  caller: Caller,
  request: CheckedChatRequest,
  kind: TurnKind,
  idempotencyKey: string | null,
  options: AdmitOptions,
): Promise<Admitted> {
  const admission = options.telemetry.admitting(caller, kind);
  try {
    const { traceparent } = admission;
    const admitted = await decide(caller, request, kind, idempotencyKey, { ...options, traceparent });
    if (admitted.kind === 'queued') {
      const { turnId } = admitted;
      admission.queued({ turnId, userId: request.owner.userId, requestId: options.requestId });
    }
    admission.ended(admitted.kind === 'replay' ? 'replay' : 'admitted');
    return admitted;
  } catch (error) {
    if (!(error instanceof StaleClient)) admission.ended(codeOf(error));
    throw error;
  }
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof ParleyError) return error.code;
  return error instanceof DatabaseUnavailable ? 'unavailable' : 'internal_error';
}

interface TracedOptions extends AdmitOptions {
  readonly traceparent: string | null;
}

async function decide(
  caller: Caller,
  request: CheckedChatRequest,
  kind: TurnKind,
  idempotencyKey: string | null,
  options: TracedOptions,
): Promise<Admitted> {
  requireScope(caller, 'chat');
  requireSubscription(caller);
  const agentSlug = await unlessBlocked(request.owner, options, () => {
    const chosen = chooseAgent(caller, request.agentSlug, request.conversationId !== null);
    checkDeepDive(caller, request);
    return chosen;
  });
  const admission = admissionOf(caller, request, kind, agentSlug, idempotencyKey, options);
  const result = await options.turns.admit(admission);
  if (result.status === 'replay') return { kind: 'replay', turnId: result.turnId, usage: result.usage };
  if (result.status !== 'admitted') throw refusalOf(caller, request, result);
  const conversationId = admission.conversationId ?? admission.newConversationId;
  if (kind === 'job') {
    const { turnId, lane } = admission;
    const { position, usage, createdAt } = result;
    return { kind: 'queued', turnId, conversationId, lane, position, usage, createdAt };
  }
  const agent = requireAgent(caller.client, result.agentSlug);
  const turn = brandAdmitted(
    {
      id: admission.turnId,
      clientId: admission.owner.clientId,
      userId: admission.owner.userId,
      conversationId,
      agentSlug: result.agentSlug,
      kind,
      lane: null,
      attempt: 1,
      messageId: admission.messageId,
      userMessageId: result.userMessageId,
      priority: admission.priority,
      deepDive: admission.deepDive,
      onDisconnect: admission.onDisconnect,
      day: result.usage.day,
      createdAt: result.createdAt,
      prompt: result.prompt ?? admission.prompt ?? '',
      history: admission.imported.length > 0 ? admission.imported.toReversed() : result.history,
      instructions: request.instructions,
      maxTokens: request.maxTokens,
    },
    caller.client,
    agent,
    { requestId: options.requestId, traceparent: null, isHosted: caller.kind === 'hosted' },
  );
  return { kind: result.state === 'running' ? 'running' : 'waiting', turn, usage: result.usage };
}

/**
 * A refusal that needs no database must not come before that of a blocked user. Only such a refusal asks whether the
 * user is blocked; for every other request, the admission itself decides that.
 */
async function unlessBlocked<T>(
  owner: Owner,
  { blockedUsers }: Pick<AdmitOptions, 'blockedUsers'>,
  check: () => T,
): Promise<T> {
  try {
    return check();
  } catch (error) {
    if (error instanceof ParleyError && (await blockedUsers.isBlocked(owner))) throw errors.userBlocked();
    throw error;
  }
}

function admissionOf(
  caller: Caller,
  request: CheckedChatRequest,
  kind: TurnKind,
  agentSlug: string | null,
  idempotencyKey: string | null,
  options: TracedOptions,
): Admission {
  const { client } = caller;
  const signedIn = caller.kind === 'hosted' && caller.hostedUserId !== null;
  return {
    owner: request.owner,
    clientVersion: client.version,
    isConcurrencyLimited: isLimited(client),
    hostedUserId: signedIn ? caller.hostedUserId : null,
    sessionId: signedIn ? caller.sessionId : null,
    turnId: options.isForeignId ? newId() : options.requestId,
    foreignRequestId: options.isForeignId ? options.requestId : null,
    conversationId: request.conversationId,
    newConversationId: newId(),
    userMessageId: newId(),
    messageId: newId(),
    agentSlug,
    prompt: request.prompt,
    title: titleOf(request),
    imported: request.imported,
    listing: request.listing,
    response: request.response,
    kind,
    lane: request.priority ? 'priority' : 'standard',
    priority: request.priority,
    deepDive: request.deepDive,
    retry: request.retry,
    replaces: request.replaces,
    ifBusy: request.ifBusy,
    onDisconnect: request.onDisconnect,
    idempotencyKey,
    requestHash: idempotencyKey === null ? null : requestHashOf(request.compared),
    processId: options.processId,
    queueCapacity: options.queueCapacity,
    traceparent: kind === 'job' ? options.traceparent : null,
  };
}
