import type { AdmissionRule } from './admission-rule.ts';
import { hasRoom } from './has-room.ts';
import { isLimited } from './is-limited.ts';
import { quotaExceeded } from './quota-exceeded.ts';

/** The caller was authenticated with a copy of the client that is out of date. */
const stale: AdmissionRule = ({ clientVersion, kind, isConcurrencyLimited }, { client }) => {
  // What runs was not counted for a client that had no such limit in that copy.
  const isCounted = isConcurrencyLimited || kind === 'job' || !isLimited(client);
  return clientVersion === client.version && isCounted ? null : { status: 'stale' };
};

const userDisabled: AdmissionRule = (_request, { signIn }) =>
  signIn === null || signIn.isEnabled ? null : { status: 'user_disabled' };

const sessionRevoked: AdmissionRule = (_request, { signIn }) =>
  signIn === null || signIn.hasSession ? null : { status: 'session_revoked' };

/** The agent of a conversation is fixed: with another one there is no such conversation. */
const conversationNotFound: AdmissionRule = ({ conversationId, agentSlug }, { conversation }) => {
  if (conversationId === null) return null;
  const isFound = conversation !== null && (agentSlug === null || agentSlug === conversation.agentSlug);
  return isFound ? null : { status: 'conversation_not_found' };
};

/** An agent that the request names was compared with the client's before. */
const agentNotAllowed: AdmissionRule = ({ agentSlug }, { conversation }) =>
  agentSlug !== null || conversation === null || conversation.isAgentAllowed
    ? null
    : { status: 'agent_not_allowed' };

const idempotencyMismatch: AdmissionRule = ({ requestHash }, { key }) =>
  key === null || key.isExpired || key.requestHash === requestHash
    ? null
    : { status: 'idempotency_mismatch' };

/** The same request again is answered with the turn that it had. */
const replay: AdmissionRule = (_request, { key, usage }) =>
  key === null || key.isExpired ? null : { status: 'replay', turnId: key.turnId, usage };

const noResponseToRetry: AdmissionRule = ({ retry }, { question }) =>
  !retry || question?.isAnswered ? null : { status: 'no_response_to_retry' };

const retryPromptDiffers: AdmissionRule = ({ retry }, { question }) =>
  !retry || question?.isSame ? null : { status: 'retry_prompt_differs' };

const conversationBusy: AdmissionRule = ({ ifBusy }, { conversation }) => {
  const jobUuid = conversation?.busyTurnId ?? null;
  return jobUuid === null || ifBusy !== 'reject' ? null : { status: 'conversation_busy', jobUuid };
};

const rateLimited: AdmissionRule = (_request, { client, burst }) =>
  burst === null || hasRoom(client.burstPerMinute, burst.requests)
    ? null
    : { status: 'rate_limited', retryAfterSeconds: burst.retryAfterSeconds };

/** A job waits in the queue instead. A stream that interrupts a turn takes its place. */
const tooManyConcurrent: AdmissionRule = ({ kind }, situation) => {
  if (kind === 'job') return null;
  const { client, running } = situation;
  if (!hasRoom(client.concurrentTurns, running.ofClient))
    return { status: 'too_many_concurrent', scope: 'client' };
  if (!hasRoom(client.concurrentTurnsPerUser, running.ofUser))
    return { status: 'too_many_concurrent', scope: 'user' };
  return null;
};

const queueFull: AdmissionRule = ({ kind, queueCapacity }, { queueLength }) =>
  kind === 'stream' || hasRoom(queueCapacity, queueLength) ? null : { status: 'queue_full' };

/** In the order in which the wire contract names them. */
export const admissionRules: readonly AdmissionRule[] = [
  stale,
  userDisabled,
  sessionRevoked,
  conversationNotFound,
  agentNotAllowed,
  idempotencyMismatch,
  replay,
  noResponseToRetry,
  retryPromptDiffers,
  conversationBusy,
  rateLimited,
  tooManyConcurrent,
  quotaExceeded,
  queueFull,
];
