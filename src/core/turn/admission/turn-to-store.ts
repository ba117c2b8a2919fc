import { type PerDimension, perDimension } from '#contract/quota.ts';
import { chargeOf } from '../../usage/charge.ts';
import type { UsageCounts } from '../../usage/usage.ts';
import type { Admission } from './admission.ts';
import type { Situation } from './admission-rule.ts';
import { isConfirmation } from './is-confirmation.ts';
import { isLimited } from './is-limited.ts';

/** An admitted turn as it is stored. */
export interface TurnToStore {
  readonly request: Admission;
  readonly conversationId: string;
  readonly agentSlug: string;
  /** The message that it answers: the one that was sent, or that of the retried question. */
  readonly userMessageId: string;
  readonly userSeq: number;
  readonly answerSeq: number;
  readonly state: 'running' | 'queued';
  /** A job that a worker may claim at once. */
  readonly isClaimable: boolean;
  /** It goes before the waiting turns of its conversation, and the running one is stopped. */
  readonly interrupts: boolean;
  /** The place from which on everything before its own question is set aside; null where nothing is. */
  readonly setsAsideFrom: number | null;
  /** Its client has a limit of concurrent turns. */
  readonly isLimited: boolean;
  /** The version of the client's own instructions that its prompt has; null for none. */
  readonly guidanceVersion: number | null;
  /** Its idempotency key was last used more than 24 hours ago. */
  readonly renewsKey: boolean;
  readonly charge: PerDimension<number>;
  /** Including its own charge. */
  readonly usage: UsageCounts;
}

export function turnToStore(request: Admission, situation: Situation): TurnToStore {
  const { client, conversation, question, replacedSeq, key, usage, action } = situation;
  const charge = chargeOf({ ...request, isConfirmation: isConfirmation(request) });
  const agentSlug = conversation?.agentSlug ?? request.agentSlug;
  if (agentSlug === null) throw new Error('a new conversation needs an agent');
  const nextSeq = conversation?.nextSeq ?? 1 + request.imported.length;
  const isBusy = conversation !== null && conversation.busyTurnId !== null;
  return {
    request,
    conversationId: request.conversationId ?? request.newConversationId,
    agentSlug,
    // The answer to a confirmed question is none to the question before it, of which it would be another version.
    userMessageId: action?.messageId ?? question?.messageId ?? request.userMessageId,
    userSeq: question?.seq ?? nextSeq,
    answerSeq: question === null ? nextSeq + 1 : nextSeq,
    state: request.kind === 'stream' && !isBusy ? 'running' : 'queued',
    isClaimable: request.kind === 'job' && !isBusy,
    interrupts: isBusy && request.ifBusy === 'interrupt',
    setsAsideFrom: replacedSeq,
    isLimited: isLimited(client),
    guidanceVersion: request.guidance.get(agentSlug) ?? null,
    renewsKey: key !== null,
    charge,
    usage: {
      ...usage,
      clientRequests: usage.clientRequests + charge.requests,
      user: perDimension((dimension) => usage.user[dimension] + charge[dimension]),
    },
  };
}
