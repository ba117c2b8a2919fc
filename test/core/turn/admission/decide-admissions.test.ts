import assert from 'node:assert/strict';
import { it } from 'node:test';
import { perDimension } from '#contract/quota.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import type { AdmissionFacts } from '#core/turn/admission/admission-facts.ts';
import { keyName } from '#core/turn/admission/admission-names.ts';
import { decideAdmissions } from '#core/turn/admission/decide-admissions.ts';
import { counted, factsWith, request } from '#test/batches/admission-facts.ts';
import type { Break } from '#test/break.ts';

function statuses(facts: AdmissionFacts, batch: readonly Admission[]): string[] {
  return decideAdmissions(facts, batch).map((verdict) =>
    verdict.kind === 'unadmitted' ? verdict.result.status : verdict.kind,
  );
}

it("a batch counts what it uses of the client's day, of each user's, and of each dimension", () => {
  const userLimits = { ...perDimension(() => null), requests: 2, deep_dive: 1 };
  const facts = factsWith({ client: { dailyLimit: 5, requests: 1, userLimits }, used: { requests: 1 } });
  const batch = [
    request({ deepDive: true }),
    request(),
    request({ deepDive: true }, 'ben'),
    request({ deepDive: true }, 'ben'),
    request({}, 'ben'),
    request({}, 'carl'),
    request({}, 'dora'),
  ];
  const [first, second, ...others] = decideAdmissions(facts, batch);
  assert.ok(first?.kind === 'admitted' && second?.kind === 'unadmitted');
  assert.deepEqual(first.turn.usage, {
    day: facts.day,
    at: facts.at,
    clientRequests: 2,
    user: { requests: 2, priority: 0, deep_dive: 1 },
  });
  assert.deepEqual(
    others.map((verdict) => (verdict.kind === 'unadmitted' ? verdict.result.status : verdict.kind)),
    ['admitted', 'quota_exceeded', 'admitted', 'admitted', 'quota_exceeded'],
  );
});

it('a batch counts its own minute, which begins with its first turn', () => {
  const facts = factsWith({ client: { burstPerMinute: 2 } });
  const verdicts = decideAdmissions(facts, [request(), request(), request()]);
  assert.deepEqual(verdicts.at(-1), {
    kind: 'unadmitted',
    result: { status: 'rate_limited', retryAfterSeconds: 60 },
  });
});

it('a batch counts the streams that it starts, and not its jobs', () => {
  const facts = factsWith({
    client: { concurrentTurns: 3, concurrentTurnsPerUser: 1 },
    running: { ofClient: 1, ofUser: 0 },
    more: {},
  });
  const batch = [counted({ kind: 'job' }), counted(), counted(), counted({}, 'ben'), counted({}, 'carl')];
  // The running turns of others are known under their own names.
  const names = new Map([
    ...facts.running,
    ['7 ben', { ofClient: 1, ofUser: 0 }],
    ['7 carl', { ofClient: 1, ofUser: 0 }],
  ]);
  assert.deepEqual(statuses({ ...facts, running: names }, batch), [
    'admitted',
    'admitted',
    'too_many_concurrent',
    'admitted',
    'too_many_concurrent',
  ]);
});

it('a batch counts its jobs that can be claimed towards the capacity of the queue', () => {
  const job = () => request({ kind: 'job', queueCapacity: 2 });
  assert.deepEqual(statuses(factsWith(), [job(), job(), job()]), ['admitted', 'admitted', 'queue_full']);
});

it('a turn waits for the next batch when one before it has changed its conversation or its key', () => {
  const followUp = () => request({ conversationId: 'c', ifBusy: 'queue' });
  const facts = factsWith({ conversation: [followUp(), {}] });
  assert.deepEqual(statuses(facts, [followUp(), followUp(), request()]), ['admitted', 'later', 'admitted']);
  const keyed = () => request({ idempotencyKey: 'k', requestHash: 'h' });
  assert.deepEqual(statuses(factsWith(), [keyed(), keyed()]), ['admitted', 'later']);
  const refused = factsWith({ client: { dailyLimit: 0 }, conversation: [followUp(), {}] });
  assert.deepEqual(statuses(refused, [followUp(), followUp()]), ['quota_exceeded', 'quota_exceeded']);
});

it('a key belongs to one end user, one route and one client', () => {
  assert.notEqual(keyName(7, 'anna', 'job', 'k'), keyName(8, 'anna', 'job', 'k'));
  const keyed = (kind: 'stream' | 'job', user: string) =>
    request({ idempotencyKey: 'k', requestHash: 'hash', kind }, user);
  const facts = factsWith({ key: [keyed('stream', 'anna'), {}] });
  const batch = [keyed('stream', 'anna'), keyed('job', 'anna'), keyed('stream', 'ben')];
  assert.deepEqual(statuses(facts, batch), ['replay', 'admitted', 'admitted']);
});

it('after an interruption jobs wait, and so does the whole client where what waits is refunded', () => {
  const interrupting = request({ conversationId: 'c', ifBusy: 'interrupt' });
  const batch = [interrupting, request(), request({ kind: 'job' })];
  const busy = { busyTurnId: 't', isUnderWay: true };
  const facts = factsWith({ conversation: [interrupting, busy] });
  assert.deepEqual(statuses(facts, batch), ['admitted', 'admitted', 'later']);
  const waiting = factsWith({ conversation: [interrupting, { ...busy, hasWaitingStream: true }] });
  assert.deepEqual(statuses(waiting, batch), ['admitted', 'later', 'later']);
  const replacing = { ...interrupting, replaces: 'm' };
  const found = { ...facts, replaced: new Map([[replacing.turnId, 3]]) };
  assert.deepEqual(statuses(found, [replacing, ...batch.slice(1)]), ['admitted', 'later', 'later']);
});

it('a client whose row is held has no verdict', () => {
  assert.deepEqual(statuses(factsWith({ more: { held: new Set([7]) } }), [request()]), ['held']);
});

export const breaks: readonly Break[] = [
  {
    rule: 'What follows a replaced question is judged by what it gave back',
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'conversation?.hasWaitingStream || request.replaces !== null',
    by: 'conversation?.hasWaitingStream',
  },
  {
    rule: 'A key belongs to one user',
    file: 'src/core/turn/admission/admission-names.ts',
    replace: 'JSON.stringify([clientId, userId, route, key])',
    by: 'JSON.stringify([clientId, route, key])',
  },
  {
    rule: 'A key belongs to one route',
    file: 'src/core/turn/admission/admission-names.ts',
    replace: 'JSON.stringify([clientId, userId, route, key])',
    by: 'JSON.stringify([clientId, userId, key])',
  },
  {
    rule: 'A key belongs to one client',
    file: 'src/core/turn/admission/admission-names.ts',
    replace: 'JSON.stringify([clientId, userId, route, key])',
    by: 'JSON.stringify([userId, route, key])',
  },
  {
    rule: 'A turn waits for the next batch when one before it has changed its conversation',
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'this.#conversations.has(conversationNameOf(request))',
    by: 'false',
  },
  {
    rule: 'A turn waits for the next batch when one before it has used its key',
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: '(key !== null && this.#keys.has(key))',
    by: 'false',
  },
  {
    rule: 'What follows an interruption is judged by what it gave back',
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'conversation?.hasWaitingStream || request.replaces !== null',
    by: 'request.replaces !== null',
  },
  {
    rule: "A batch counts what it uses of the client's day",
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'client.requests + (this.#requests.get(clientId) ?? 0)',
    by: 'client.requests + (this.#requests.get(-1) ?? 0)',
  },
  {
    rule: "A batch counts what it uses of each user's day",
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'return this.#users.get(name) ?? this.#facts.users.get(name) ?? noUsage;',
    by: 'return this.#facts.users.get(name) ?? noUsage;',
  },
  {
    rule: 'A batch counts what it uses of the minute',
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'burst: this.#bursts.get(clientId) ?? client.burst,',
    by: 'burst: client.burst,',
  },
  {
    rule: 'A batch counts the answers that it starts',
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'this.#running.add(request, situation.conversation);',
    by: '',
  },
];
