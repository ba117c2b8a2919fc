import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { perDimension } from '#contract/quota.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import type { AdmissionFacts } from '#core/turn/admission/admission-facts.ts';
import { userNameOf } from '#core/turn/admission/admission-names.ts';
import { decideAdmissions } from '#core/turn/admission/decide-admissions.ts';
import { counted, type FactChanges, factsWith, request } from '#test/batches/admission-facts.ts';
import type { Break } from '#test/break.ts';

/** The outcome of one request: the status of its result, and for a limit, which one. */
function statusOf(asked: Admission, facts: AdmissionFacts): string {
  const [verdict] = decideAdmissions(facts, [asked]);
  if (verdict?.kind !== 'unadmitted') return verdict?.kind ?? 'none';
  const { status } = verdict.result;
  if (status === 'quota_exceeded') return `${status} ${verdict.result.scope} ${verdict.result.dimension}`;
  return status === 'too_many_concurrent' ? `${status} ${verdict.result.scope}` : status;
}

const followUp = request({ conversationId: 'c', agentSlug: null });
const inConversation = (changes: NonNullable<FactChanges['conversation']>[1], asked = followUp) =>
  factsWith({ conversation: [asked, changes] });
const limits = (changes: Record<string, number>) => ({
  userLimits: { ...perDimension(() => null), ...changes },
});

describe('an admission is refused', () => {
  const question = { messageId: 'm', seq: 3, isAnswered: true, isSame: true };
  const retry = request({ conversationId: 'c', retry: true });
  const retried = (changes: object) =>
    factsWith({
      conversation: [retry, {}],
      more: { questions: new Map([[retry.turnId, { ...question, ...changes }]]) },
    });
  const replacing = request({ conversationId: 'c', agentSlug: null, replaces: 'm' });
  const signedIn = request({ hostedUserId: 'h', sessionId: 's' });
  const signIn = (isEnabled: boolean, hasSession: boolean) =>
    factsWith({ more: { signIns: new Map([[signedIn.turnId, { isEnabled, hasSession }]]) } });
  const keyed = request({ idempotencyKey: 'k', requestHash: 'hash' });
  const job = request({ kind: 'job', queueCapacity: 2 });
  const cases: readonly (readonly [what: string, Admission, AdmissionFacts, string])[] = [
    ['with another version of the client', request({ clientVersion: 2 }), factsWith(), 'stale'],
    [
      'when the client has a limit that its copy had not',
      request(),
      factsWith({ client: { concurrentTurns: 9 } }),
      'stale',
    ],
    ['when the client is gone', request(), factsWith({ more: { clients: new Map() } }), 'stale'],
    ['of a user who was disabled', signedIn, signIn(false, true), 'user_disabled'],
    ['of a session that was ended', signedIn, signIn(true, false), 'session_revoked'],
    [
      'of a blocked user',
      request(),
      factsWith({ more: { blocked: new Set([userNameOf(request())]) } }),
      'user_blocked',
    ],
    ['in a conversation that the user does not have', followUp, factsWith(), 'conversation_not_found'],
    [
      'in a conversation of another user',
      followUp,
      inConversation({}, request({ conversationId: 'c' }, 'ben')),
      'conversation_not_found',
    ],
    [
      'with another agent than the conversation has',
      request({ conversationId: 'c' }),
      inConversation({ agentSlug: 'other' }),
      'conversation_not_found',
    ],
    [
      'with an agent that is not allowed any more',
      followUp,
      inConversation({ isAgentAllowed: false }),
      'agent_not_allowed',
    ],
    [
      'with a key of another request',
      keyed,
      factsWith({ key: [keyed, { requestHash: 'other' }] }),
      'idempotency_mismatch',
    ],
    ['with its own key again', keyed, factsWith({ key: [keyed, {}] }), 'replay'],
    [
      'as a retry without a question',
      retry,
      factsWith({ conversation: [retry, {}] }),
      'no_response_to_retry',
    ],
    ['as a retry without an answer', retry, retried({ isAnswered: false }), 'no_response_to_retry'],
    ['as a retry of another prompt', retry, retried({ isSame: false }), 'retry_prompt_differs'],
    [
      'in place of a question that is not there',
      replacing,
      inConversation({ busyTurnId: 't' }, replacing),
      'message_not_found',
    ],
    ['in a busy conversation', followUp, inConversation({ busyTurnId: 't' }), 'conversation_busy'],
    [
      'in a full minute',
      request(),
      factsWith({ client: { burstPerMinute: 2, burst: { requests: 2, retryAfterSeconds: 9 } } }),
      'rate_limited',
    ],
    [
      'beside too many of the client',
      counted(),
      factsWith({ client: { concurrentTurns: 2 }, running: { ofClient: 2, ofUser: 0 } }),
      'too_many_concurrent client',
    ],
    [
      'beside too many of the user',
      counted(),
      factsWith({ client: { concurrentTurnsPerUser: 2 }, running: { ofClient: 9, ofUser: 2 } }),
      'too_many_concurrent user',
    ],
    [
      "beyond the client's day",
      request(),
      factsWith({ client: { dailyLimit: 3, requests: 3 } }),
      'quota_exceeded client requests',
    ],
    [
      "beyond the user's day",
      request(),
      factsWith({ client: limits({ requests: 3 }), used: { requests: 3 } }),
      'quota_exceeded user requests',
    ],
    [
      "beyond the user's priority",
      request({ priority: true }),
      factsWith({ client: limits({ priority: 1 }), used: { priority: 1 } }),
      'quota_exceeded user priority',
    ],
    [
      "beyond the user's Deep Dives",
      request({ deepDive: true }),
      factsWith({ client: limits({ deep_dive: 1 }), used: { deep_dive: 1 } }),
      'quota_exceeded user deep_dive',
    ],
    ['when the queue is full', job, factsWith({ more: { queueLength: 2 } }), 'queue_full'],
  ];
  for (const [what, asked, facts, status] of cases) {
    it(what, () => assert.equal(statusOf(asked, facts), status));
  }
});

describe('an admission is not refused', () => {
  const keyed = request({ idempotencyKey: 'k', requestHash: 'new' });
  const interrupting = counted({ conversationId: 'c', ifBusy: 'interrupt' });
  const one = { ofClient: 1, ofUser: 1 };
  const cases: readonly (readonly [what: string, Admission, AdmissionFacts])[] = [
    ['when nothing speaks against it', request(), factsWith()],
    ['with a key that has expired', keyed, factsWith({ key: [keyed, { isExpired: true }] })],
    [
      'with an agent that it names, which was compared before',
      request({ conversationId: 'c' }),
      inConversation({ isAgentAllowed: false }),
    ],
    [
      'one below each limit',
      request({ priority: true, deepDive: true }),
      factsWith({ client: { dailyLimit: 1, ...limits({ requests: 1, priority: 1, deep_dive: 1 }) } }),
    ],
    [
      'for a dimension in which it does not count',
      request(),
      factsWith({ client: limits({ priority: 0, deep_dive: 0 }) }),
    ],
    [
      'as a job beside too many streams',
      request({ kind: 'job' }),
      factsWith({ client: { concurrentTurns: 1 }, running: one }),
    ],
    ['as a stream with a full queue', request(), factsWith({ more: { queueLength: 9_999 } })],
    [
      'when it takes the place of the turn that it interrupts',
      interrupting,
      factsWith({
        client: { concurrentTurns: 1, concurrentTurnsPerUser: 1 },
        running: one,
        conversation: [interrupting, { busyTurnId: 't', isUnderWay: true }],
      }),
    ],
  ];
  for (const [what, asked, facts] of cases) {
    it(what, () => assert.equal(statusOf(asked, facts), 'admitted'));
  }
});

it('the first rule of the contract decides where several speak against a request', () => {
  const asked = request({ conversationId: 'c', clientVersion: 2, kind: 'job', queueCapacity: 0 });
  const full = factsWith({ client: { dailyLimit: 0 } });
  const blocked = { ...full, blocked: new Set([userNameOf(asked)]) };
  assert.equal(statusOf(asked, blocked), 'stale');
  assert.equal(statusOf({ ...asked, clientVersion: 3 }, blocked), 'user_blocked');
  assert.equal(statusOf({ ...asked, clientVersion: 3 }, full), 'conversation_not_found');
  assert.equal(
    statusOf({ ...asked, clientVersion: 3, conversationId: null }, full),
    'quota_exceeded client requests',
  );
});

export const breaks: readonly Break[] = [
  {
    rule: 'A follow-up with an agent that was unbound since is refused',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'conversation === null || conversation.isAgentAllowed',
    by: 'conversation === null || conversation !== null',
  },
  {
    rule: "A follow-up that names another agent than the conversation's finds no conversation",
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'conversation !== null && (agentSlug === null || agentSlug === conversation.agentSlug)',
    by: 'conversation !== null',
  },
  {
    rule: 'A key with another body is refused',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'key.isExpired || key.requestHash === requestHash',
    by: 'key.isExpired || key !== null',
  },
  {
    rule: 'A conversation of another end user is not found by an admission',
    file: 'src/core/turn/admission/admission-names.ts',
    replace: 'return `${clientId} ${conversationId} ${userId}`;',
    by: "return `${clientId} ${conversationId} ${userId === '' ? 1 : 0}`;",
  },
  {
    rule: 'An admission refuses a blocked user',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: "isBlocked ? { status: 'user_blocked' } : null",
    by: "isBlocked && false ? { status: 'user_blocked' } : null",
  },
  {
    rule: "The client's daily limit holds",
    file: 'src/core/turn/admission/quota-exceeded.ts',
    replace: 'if (!allowsOneMore(client.dailyLimit, usage.clientRequests))',
    by: 'if (!allowsOneMore(client.dailyLimit, usage.clientRequests - 1))',
  },
  {
    rule: "A user's cap holds in every dimension",
    file: 'src/core/turn/admission/quota-exceeded.ts',
    replace: '!allowsOneMore(client.userLimits[dimension], usage.user[dimension])',
    by: '!allowsOneMore(client.userLimits[dimension], usage.user[dimension] - 1)',
  },
  {
    rule: 'A cap is about prompts that count in its dimension only',
    file: 'src/core/turn/admission/quota-exceeded.ts',
    replace: 'charge[dimension] > 0 && ',
    by: '',
  },
  {
    rule: 'A burst limit holds',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'allowsOneMore(client.burstPerMinute, burst.requests)',
    by: 'allowsOneMore(client.burstPerMinute, burst.requests - 1)',
  },
  {
    rule: 'A limit of concurrent answers of a client holds',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'allowsOneMore(client.concurrentTurns, running.ofClient)',
    by: 'allowsOneMore(client.concurrentTurns, running.ofClient - 1)',
  },
  {
    rule: 'A limit of concurrent answers that a cached client does not know is not passed over',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'client.version && isCounted ?',
    by: 'client.version ?',
  },
  {
    rule: 'A limit of concurrent answers of a user holds',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'allowsOneMore(client.concurrentTurnsPerUser, running.ofUser)',
    by: 'allowsOneMore(client.concurrentTurnsPerUser, running.ofUser - 1)',
  },
  {
    rule: 'A queue that is full takes no more jobs',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'allowsOneMore(queueCapacity, queueLength)',
    by: 'allowsOneMore(queueCapacity, queueLength - 1)',
  },
  {
    rule: 'In an admission a sign-in that was ended counts no longer',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'signIn === null || signIn.hasSession ?',
    by: 'signIn === null || signIn !== null ?',
  },
  {
    rule: 'In an admission a user who was disabled counts no longer',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'signIn === null || signIn.isEnabled ?',
    by: 'signIn === null || signIn !== null ?',
  },
  {
    rule: 'A conversation has one running turn',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: "jobUuid === null || ifBusy !== 'reject' ?",
    by: "jobUuid === null || ifBusy !== '' ?",
  },
  {
    rule: 'Without an answer there is nothing to retry',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: '!retry || question?.isAnswered ? null',
    by: '!retry || question ? null',
  },
];
