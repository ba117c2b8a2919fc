import type { UsageCounts } from '../../quota/usage.ts';
import type { Admission } from './admission.ts';
import type { Situation } from './admission-rule.ts';

/** A turn that was admitted, as it is to be stored. */
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
  /** It goes before what waits in its conversation, and what runs there is told to stop. */
  readonly interrupts: boolean;
  /** Its client has a limit of concurrent turns. */
  readonly isLimited: boolean;
  /** Its idempotency key was used more than 24 hours ago. */
  readonly renewsKey: boolean;
  /** With its own charge. */
  readonly usage: UsageCounts;
}

export function turnToStore(request: Admission, situation: Situation): TurnToStore {
  const { client, conversation, question, key, usage } = situation;
  const agentSlug = conversation?.agentSlug ?? request.agentSlug;
  if (agentSlug === null) throw new Error('a new conversation needs an agent');
  const nextSeq = conversation?.nextSeq ?? 1;
  const isBusy = conversation !== null && conversation.busyTurnId !== null;
  return {
    request,
    conversationId: request.conversationId ?? request.newConversationId,
    agentSlug,
    userMessageId: question?.messageId ?? request.userMessageId,
    userSeq: question?.seq ?? nextSeq,
    answerSeq: question === null ? nextSeq + 1 : nextSeq,
    state: request.door === 'stream' && !isBusy ? 'running' : 'queued',
    isClaimable: request.door === 'job' && !isBusy,
    interrupts: isBusy && request.ifBusy === 'interrupt',
    isLimited: client.concurrentTurns !== null || client.concurrentTurnsPerUser !== null,
    renewsKey: key !== null,
    usage: {
      ...usage,
      clientRequests: usage.clientRequests + 1,
      userRequests: usage.userRequests + 1,
      userPriority: usage.userPriority + Number(request.priority),
      userDeepDive: usage.userDeepDive + Number(request.deepDive),
    },
  };
}
