import { decideClick } from '../../tools/decide-tool-call.ts';
import type { AdmissionRule } from './admission-rule.ts';
import { allowsOneMore } from './allows-one-more.ts';
import { isConfirmation } from './is-confirmation.ts';
import { isLimited } from './is-limited.ts';
import { quotaExceeded } from './quota-exceeded.ts';

/** The caller was authenticated with an outdated copy of the client. */
const stale: AdmissionRule = ({ clientVersion, kind, isConcurrencyLimited }, { client }) => {
  // Running turns were not counted for a client that had no such limit in that copy.
  const isCounted = isConcurrencyLimited || kind === 'job' || !isLimited(client);
  return clientVersion === client.version && isCounted ? null : { status: 'stale' };
};

const userDisabled: AdmissionRule = (_request, { signIn }) =>
  signIn === null || signIn.isEnabled ? null : { status: 'user_disabled' };

const sessionRevoked: AdmissionRule = (_request, { signIn }) =>
  signIn === null || signIn.hasSession ? null : { status: 'session_revoked' };

/** Blocked by the partner or by an administrator of the tenant, or while the user's data is being erased. */
const userBlocked: AdmissionRule = (_request, { isBlocked }) =>
  isBlocked ? { status: 'user_blocked' } : null;

/** The agent of a conversation is fixed, so naming another agent finds no such conversation. */
const conversationNotFound: AdmissionRule = ({ conversationId, agentSlug }, { conversation }) => {
  if (conversationId === null) return null;
  const isFound = conversation !== null && (agentSlug === null || agentSlug === conversation.agentSlug);
  return isFound ? null : { status: 'conversation_not_found' };
};

/** An agent that the request names was checked against the client's agents before. */
const agentNotAllowed: AdmissionRule = ({ agentSlug }, { conversation }) =>
  agentSlug !== null || conversation === null || conversation.isAgentAllowed
    ? null
    : { status: 'agent_not_allowed' };

/** A try would make a person's conversation disappear, or stay in it. */
const conversationListed: AdmissionRule = (_request, { isListed }) =>
  isListed ? { status: 'conversation_listed' } : null;

const idempotencyMismatch: AdmissionRule = ({ requestHash }, { key }) =>
  key === null || key.isExpired || key.requestHash === requestHash
    ? null
    : { status: 'idempotency_mismatch' };

/** A repeated request gets the turn of the first one. */
const replay: AdmissionRule = (_request, { key, usage }) =>
  key === null || key.isExpired ? null : { status: 'replay', turnId: key.turnId, usage };

/** The same yes gets the turn of the first one. */
const actionClosed: AdmissionRule = (request, { action, usage }) => {
  if (!isConfirmation(request)) return null;
  if (action === null) return { status: 'action_not_found' };
  const { kind } = decideClick(action.call, 'confirm');
  if (kind === 'replay' && action.turnId !== null) return { status: 'replay', turnId: action.turnId, usage };
  return kind === 'confirm' && !action.isOvertaken ? null : { status: 'action_closed' };
};

const noResponseToRetry: AdmissionRule = ({ retry }, { question }) =>
  !retry || question?.isAnswered ? null : { status: 'no_response_to_retry' };

const retryPromptDiffers: AdmissionRule = ({ retry }, { question }) =>
  !retry || question?.isSame ? null : { status: 'retry_prompt_differs' };

const messageNotFound: AdmissionRule = ({ replaces }, { replacedSeq }) =>
  replaces === null || replacedSeq !== null ? null : { status: 'message_not_found' };

const conversationBusy: AdmissionRule = ({ ifBusy }, { conversation }) => {
  const jobUuid = conversation?.busyTurnId ?? null;
  return jobUuid === null || ifBusy !== 'reject' ? null : { status: 'conversation_busy', jobUuid };
};

const rateLimited: AdmissionRule = (_request, { client, burst }) =>
  burst === null || allowsOneMore(client.burstPerMinute, burst.requests)
    ? null
    : { status: 'rate_limited', retryAfterSeconds: burst.retryAfterSeconds };

/** A job waits in the queue instead. A stream that interrupts a turn takes over its slot. */
const tooManyConcurrent: AdmissionRule = ({ kind }, situation) => {
  if (kind === 'job') return null;
  const { client, running } = situation;
  if (!allowsOneMore(client.concurrentTurns, running.ofClient))
    return { status: 'too_many_concurrent', scope: 'client' };
  if (!allowsOneMore(client.concurrentTurnsPerUser, running.ofUser))
    return { status: 'too_many_concurrent', scope: 'user' };
  return null;
};

const queueFull: AdmissionRule = ({ kind, queueCapacity }, { queueLength }) =>
  kind === 'stream' || allowsOneMore(queueCapacity, queueLength) ? null : { status: 'queue_full' };

/** In the order of the wire contract. */
export const admissionRules: readonly AdmissionRule[] = [
  stale,
  userDisabled,
  sessionRevoked,
  userBlocked,
  conversationNotFound,
  agentNotAllowed,
  conversationListed,
  idempotencyMismatch,
  replay,
  actionClosed,
  noResponseToRetry,
  retryPromptDiffers,
  messageNotFound,
  conversationBusy,
  rateLimited,
  tooManyConcurrent,
  quotaExceeded,
  queueFull,
];
