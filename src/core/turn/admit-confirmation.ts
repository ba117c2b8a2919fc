import { guidanceVersions } from '../clients/guidance.ts';
import { requireAgent } from '../identity/agents.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import { requireScope, requireSubscription } from '../identity/gate.ts';
import { newId } from '../shared/new-id.ts';
import type { UsageCounts } from '../usage/usage.ts';
import type { Admission, Decider } from './admission/admission.ts';
import { isLimited } from './admission/is-limited.ts';
import { refusalOf } from './admission/refusal-of.ts';
import { type AdmitOptions, observed } from './admit-turn.ts';
import { type AdmittedTurn, brandAdmitted, type TurnContext } from './turn.ts';

/** The question that was answered with yes, as far as its turn depends on it. */
export interface ConfirmedQuestion {
  readonly id: string;
  readonly conversationId: string;
  readonly deepDive: boolean;
  readonly context: TurnContext | null;
}

/** The turn runs here from now on, unless an earlier yes has begun it. */
export type AdmittedConfirmation =
  | { readonly kind: 'running'; readonly turn: AdmittedTurn; readonly usage: UsageCounts }
  | { readonly kind: 'replay'; readonly turnId: string; readonly usage: UsageCounts };

/**
 * Decides whether a yes becomes a turn: by the rules of every other one, but for the quota, since the turn that asked was
 * charged. A refusal leaves the question as it is.
 */
export function admitConfirmation(
  caller: Caller,
  owner: Owner,
  question: ConfirmedQuestion,
  by: Decider,
  options: AdmitOptions,
): Promise<AdmittedConfirmation> {
  return observed(caller, 'stream', options, async () => {
    requireScope(caller, 'chat');
    requireSubscription(caller);
    const admission = admissionOf(caller, owner, question, by, options);
    const result = await options.turns.admit(admission);
    if (result.status === 'replay') return { kind: 'replay', turnId: result.turnId, usage: result.usage };
    if (result.status !== 'admitted') throw refusalOf(caller, question, result);
    const turn = brandAdmitted(
      {
        id: admission.turnId,
        clientId: owner.clientId,
        userId: owner.userId,
        conversationId: question.conversationId,
        agentSlug: result.agentSlug,
        kind: 'stream',
        lane: null,
        attempt: 1,
        messageId: admission.messageId,
        userMessageId: result.userMessageId,
        priority: false,
        deepDive: question.deepDive,
        onDisconnect: 'continue',
        day: result.usage.day,
        createdAt: result.createdAt,
        prompt: result.prompt ?? '',
        history: result.history,
        instructions: '',
        context: question.context,
        language: admission.language ?? null,
        hasSteps: true,
        confirmedAt: result.createdAt,
      },
      caller.client,
      requireAgent(caller.client, result.agentSlug),
      { requestId: options.requestId, traceparent: null, isHosted: caller.kind === 'hosted' },
    );
    return { kind: 'running', turn, usage: result.usage };
  });
}

/** As another version of the answer would be asked for, with the steps of the first one. */
function admissionOf(
  { client, ...caller }: Caller,
  owner: Owner,
  { id, conversationId, deepDive, context }: ConfirmedQuestion,
  by: Decider,
  { processId, queueCapacity, requestId, isForeignId, language }: AdmitOptions,
): Admission {
  const signedIn = caller.kind === 'hosted' && caller.hostedUserId !== null;
  return {
    owner,
    clientVersion: client.version,
    isConcurrencyLimited: isLimited(client),
    hostedUserId: signedIn ? caller.hostedUserId : null,
    sessionId: signedIn ? caller.sessionId : null,
    turnId: isForeignId ? newId() : requestId,
    foreignRequestId: isForeignId ? requestId : null,
    conversationId,
    newConversationId: newId(),
    userMessageId: newId(),
    messageId: newId(),
    agentSlug: null,
    prompt: null,
    title: '',
    imported: [],
    listing: null,
    context,
    language: language(),
    action: { id, by },
    kind: 'stream',
    traceparent: null,
    lane: 'standard',
    priority: false,
    deepDive,
    retry: true,
    guidance: guidanceVersions(client.guidance, false),
    isTry: false,
    replaces: null,
    ifBusy: 'reject',
    onDisconnect: 'continue',
    idempotencyKey: null,
    requestHash: null,
    processId,
    queueCapacity,
  };
}
