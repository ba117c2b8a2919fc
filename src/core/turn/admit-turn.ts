import type { ErrorCode } from '#contract/errors.ts';
import type { Lane, TurnKind } from '#contract/jobs.ts';
import type { Language } from '#contract/languages/languages.ts';
import { guidanceVersions } from '../clients/guidance.ts';
import { DatabaseUnavailable, ParleyError, StaleClient } from '../errors.ts';
import { chooseAgent, requireAgent } from '../identity/agents.ts';
import type { BlockedUserStore } from '../identity/blocked-user.ts';
import type { Caller } from '../identity/caller.ts';
import { requireScope, requireSubscription } from '../identity/gate.ts';
import { checkDeepDive, checkGuidance } from '../identity/turn-options.ts';
import { newId } from '../shared/new-id.ts';
import type { UsageCounts } from '../usage/usage.ts';
import type { Admission, AdmissionResult } from './admission/admission.ts';
import type { AdmissionStore } from './admission/admission-store.ts';
import { isLimited } from './admission/is-limited.ts';
import { refusalOf } from './admission/refusal-of.ts';
import { unlessBlocked } from './admission/unless-blocked.ts';
import { type CheckedChatRequest, requestHashOf } from './chat-request.ts';
import { titleOf } from './title.ts';
import { type AdmittedTurn, brandAdmitted } from './turn.ts';
import type { AdmissionInProgress, AdmissionTelemetry } from './turn-telemetry.ts';

/** A stream runs here from now on, or waits for the turn that it interrupts, unless an earlier request has begun it. */
export type AdmittedStream =
  | { readonly kind: 'running' | 'waiting'; readonly turn: AdmittedTurn; readonly usage: UsageCounts }
  | Replay;

export type AdmittedJob =
  | {
      readonly kind: 'queued';
      readonly turnId: string;
      readonly conversationId: string;
      readonly lane: Lane;
      readonly position: number | null;
      readonly usage: UsageCounts;
      readonly createdAt: Date;
    }
  | Replay;

/** The turn of an earlier request with the same key. */
interface Replay {
  readonly kind: 'replay';
  readonly turnId: string;
  readonly usage: UsageCounts;
}

export interface AdmitOptions {
  readonly turns: AdmissionStore;
  readonly blockedUsers: Pick<BlockedUserStore, 'isBlocked'>;
  readonly processId: string;
  readonly queueCapacity: number;
  readonly requestId: string;
  /** A proxy chose the id of the request, so another request may have it, too. */
  readonly isForeignId: boolean;
  /**
   * The language that the request asks for; null where it does not say, or names none that we have. Asked only where
   * tools may be used.
   */
  language(): Language | null;
  readonly telemetry: AdmissionTelemetry;
}

/**
 * Decides whether a request becomes a turn that its caller reads along, in the order of the wire contract. A refusal
 * has no effect; an admission stores the conversation, the message, the turn and its charge in one transaction. Throws
 * StaleClient when the caller's copy of the client is older than the database's.
 */
export function admitStream(
  caller: Caller,
  request: CheckedChatRequest,
  idempotencyKey: string | null,
  options: AdmitOptions,
): Promise<AdmittedStream> {
  return observed(caller, 'stream', options, async () => {
    const delivery = { kind: 'stream', traceparent: null } as const;
    const decided = await decide(caller, request, delivery, idempotencyKey, options);
    return decided.kind === 'replay' ? decided : streamOf(caller, request, decided, options);
  });
}

/** Decides as `admitStream` whether a request becomes a turn that waits in the queue. */
export function admitJob(
  caller: Caller,
  request: CheckedChatRequest,
  idempotencyKey: string | null,
  options: AdmitOptions,
): Promise<AdmittedJob> {
  return observed(caller, 'job', options, async (admission) => {
    const delivery = { kind: 'job', traceparent: admission.traceparent } as const;
    const decided = await decide(caller, request, delivery, idempotencyKey, options);
    if (decided.kind === 'replay') return decided;
    const { turnId, lane } = decided.admission;
    const { position, usage, createdAt } = decided.stored;
    admission.queued({ turnId, userId: request.owner.userId, requestId: options.requestId });
    return {
      kind: 'queued',
      turnId,
      conversationId: conversationOf(decided),
      lane,
      position,
      usage,
      createdAt,
    };
  });
}

/** Tells the operator how an admission ended. */
export async function observed<T extends { readonly kind: string }>(
  caller: Caller,
  kind: TurnKind,
  { telemetry }: Pick<AdmitOptions, 'telemetry'>,
  admit: (admission: AdmissionInProgress) => Promise<T>,
): Promise<T> {
  const admission = telemetry.admitting(caller, kind);
  try {
    const admitted = await admit(admission);
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

type Delivery = Pick<Admission, 'kind' | 'traceparent'>;

interface StoredAdmission {
  readonly kind: 'stored';
  readonly admission: Admission;
  readonly stored: Extract<AdmissionResult, { readonly status: 'admitted' }>;
}

async function decide(
  caller: Caller,
  request: CheckedChatRequest,
  delivery: Delivery,
  idempotencyKey: string | null,
  options: AdmitOptions,
): Promise<StoredAdmission | Replay> {
  requireScope(caller, 'chat');
  requireSubscription(caller);
  const agentSlug = await unlessBlocked(request.owner, options, () => {
    const chosen = chooseAgent(caller, request.agentSlug, request.conversationId !== null);
    checkDeepDive(caller, request);
    checkGuidance(caller, request);
    return chosen;
  });
  const admission = admissionOf(caller, request, delivery, agentSlug, idempotencyKey, options);
  const result = await options.turns.admit(admission);
  if (result.status === 'replay') return { kind: 'replay', turnId: result.turnId, usage: result.usage };
  if (result.status !== 'admitted') throw refusalOf(caller, request, result);
  return { kind: 'stored', admission, stored: result };
}

function conversationOf({ admission }: StoredAdmission): string {
  return admission.conversationId ?? admission.newConversationId;
}

function streamOf(
  caller: Caller,
  request: CheckedChatRequest,
  decided: StoredAdmission,
  { requestId }: Pick<AdmitOptions, 'requestId'>,
): AdmittedStream {
  const { admission, stored } = decided;
  const turn = brandAdmitted(
    {
      id: admission.turnId,
      clientId: admission.owner.clientId,
      userId: admission.owner.userId,
      conversationId: conversationOf(decided),
      agentSlug: stored.agentSlug,
      kind: 'stream',
      lane: null,
      attempt: 1,
      messageId: admission.messageId,
      userMessageId: stored.userMessageId,
      priority: admission.priority,
      deepDive: admission.deepDive,
      onDisconnect: admission.onDisconnect,
      day: stored.usage.day,
      createdAt: stored.createdAt,
      prompt: stored.prompt ?? admission.prompt ?? '',
      history: admission.imported.length > 0 ? admission.imported.toReversed() : stored.history,
      instructions: request.instructions,
      maxTokens: request.maxTokens,
      usesDraft: request.guidance === 'draft',
      context: request.context,
      mayAsk: request.mayAsk,
      language: admission.language ?? null,
    },
    caller.client,
    requireAgent(caller.client, stored.agentSlug),
    { requestId, traceparent: null, isHosted: caller.kind === 'hosted' },
  );
  return { kind: stored.state === 'running' ? 'running' : 'waiting', turn, usage: stored.usage };
}

function admissionOf(
  caller: Caller,
  request: CheckedChatRequest,
  delivery: Delivery,
  agentSlug: string | null,
  idempotencyKey: string | null,
  options: AdmitOptions,
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
    context: request.context,
    language: client.toolAgents.length === 0 ? null : options.language(),
    ...delivery,
    lane: request.priority ? 'priority' : 'standard',
    priority: request.priority,
    deepDive: request.deepDive,
    retry: request.retry,
    guidance: guidanceVersions(client.guidance, request.guidance === 'draft'),
    isTry: request.guidance !== null,
    replaces: request.replaces,
    ifBusy: request.ifBusy,
    onDisconnect: request.onDisconnect,
    idempotencyKey,
    requestHash: idempotencyKey === null ? null : requestHashOf(request.compared),
    processId: options.processId,
    queueCapacity: options.queueCapacity,
  };
}
