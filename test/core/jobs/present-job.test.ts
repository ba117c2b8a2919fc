import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noSources } from '#core/citations/answer-sources.ts';
import { presentJob, presentOutput } from '#core/jobs/present-job.ts';
import type { TurnRecord } from '#core/turn/turn.ts';
import type { Break } from '#test/break.ts';

/** No two members that could stand for one another are alike. */
const record: TurnRecord = {
  id: 'the-job',
  conversationId: 'the-conversation',
  messageId: 'the-message',
  agentSlug: 'assistant',
  kind: 'job',
  state: 'running',
  lane: 'priority',
  position: 3,
  etaSeconds: 41,
  attempt: 2,
  priority: true,
  deepDive: false,
  refunded: false,
  isConfirmation: false,
  finishReason: null,
  errorCode: null,
  errorReason: null,
  tokens: { input: 5, output: 7 },
  steps: [],
  actions: [],
  createdAt: new Date('2030-01-01T00:00:01Z'),
  startedAt: new Date('2030-01-01T00:00:02Z'),
  finishedAt: new Date('2030-01-01T00:00:03Z'),
};
const failed: TurnRecord = {
  ...record,
  state: 'failed',
  deepDive: true,
  priority: false,
  refunded: true,
  finishReason: 'error',
  errorCode: 'provider_refused',
  errorReason: 'context_length',
};
const stored = {
  attempt: 2,
  text: 'Grüße',
  from: 10,
  mark: 17,
  state: 'running',
  answer: null,
  sources: noSources,
} as const;

describe('A job, as it leaves the service,', () => {
  it('has each member from its own part of the record', () => {
    assert.deepEqual(presentJob(record), {
      ok: true,
      job_uuid: 'the-job',
      conversation_uuid: 'the-conversation',
      message_uuid: 'the-message',
      agent_slug: 'assistant',
      status: 'running',
      queue_name: 'priority',
      queue_position: 3,
      eta_seconds: 41,
      attempt: 2,
      priority: true,
      deep_dive: false,
      created_at: '2030-01-01T00:00:01.000Z',
      started_at: '2030-01-01T00:00:02.000Z',
      finished_at: '2030-01-01T00:00:03.000Z',
      error: null,
      charged: { requests: 1, priority: 1, deep_dive: 0, refunded: false },
    });
  });

  it('has no moments that have not come', () => {
    const { started_at, finished_at } = presentJob({ ...record, startedAt: null, finishedAt: null });
    assert.deepEqual([started_at, finished_at], [null, null]);
  });

  it('says why it failed, and that nothing was charged', () => {
    const { error, charged, priority, deep_dive } = presentJob(failed);
    assert.deepEqual([error?.code, error?.retryable], ['provider_refused', false]);
    assert.match(error?.detail ?? '', /\w/);
    assert.deepEqual(charged, { requests: 1, priority: 0, deep_dive: 1, refunded: true });
    assert.deepEqual([priority, deep_dive], [false, true]);
  });
});

describe('The output of a job, as it leaves the service,', () => {
  it('ends at a cursor of its attempt, and has no end while the job runs', () => {
    const output = presentOutput(
      { ...record, state: 'failed', attempt: 1, finishReason: 'stop', errorCode: 'cancelled' },
      stored,
    );
    assert.deepEqual(output, {
      ok: true,
      job_uuid: 'the-job',
      status: 'running',
      attempt: 2,
      text: 'Grüße',
      cursor: '2.17',
      ai_generated: true,
      final: false,
      answer: null,
      finish_reason: null,
      citations: null,
      links: null,
      error: null,
    });
  });

  it('has the answer of a completed job only', () => {
    const whole = { ...stored, answer: 'Grüße!' };
    assert.equal(presentOutput(record, { ...whole, state: 'completed' }).answer, 'Grüße!');
    assert.equal(presentOutput(record, { ...whole, state: 'cancelled' }).answer, null);
  });

  it('says how and why a job ended', () => {
    const { final, finish_reason, error } = presentOutput(failed, { ...stored, state: 'failed' });
    assert.deepEqual([final, finish_reason, error?.code], [true, 'error', 'provider_refused']);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A job has its own job_uuid',
    file: 'src/core/jobs/present-job.ts',
    replace: `job_uuid: record.id,
    conversation_uuid`,
    by: `job_uuid: record.messageId,
    conversation_uuid`,
  },
  {
    rule: 'A job has its own conversation_uuid',
    file: 'src/core/jobs/present-job.ts',
    replace: 'record.conversationId',
    by: 'record.id',
  },
  {
    rule: 'A job has its own message_uuid',
    file: 'src/core/jobs/present-job.ts',
    replace: 'record.messageId',
    by: 'record.id',
  },
  {
    rule: 'A job has its own agent_slug',
    file: 'src/core/jobs/present-job.ts',
    replace: 'record.agentSlug',
    by: 'record.id',
  },
  {
    rule: 'A job has its own status',
    file: 'src/core/jobs/present-job.ts',
    replace: 'record.state',
    by: "'queued'",
  },
  {
    rule: 'A job has its own queue_name',
    file: 'src/core/jobs/present-job.ts',
    replace: 'record.lane',
    by: 'null',
  },
  {
    rule: 'A job has its own queue_position',
    file: 'src/core/jobs/present-job.ts',
    replace: 'queue_position: record.position',
    by: 'queue_position: record.etaSeconds',
  },
  {
    rule: 'A job has its own eta_seconds',
    file: 'src/core/jobs/present-job.ts',
    replace: 'eta_seconds: record.etaSeconds',
    by: 'eta_seconds: record.position',
  },
  {
    rule: 'A job has its own attempt',
    file: 'src/core/jobs/present-job.ts',
    replace: 'attempt: record.attempt',
    by: 'attempt: 1',
  },
  {
    rule: 'A job has its own priority',
    file: 'src/core/jobs/present-job.ts',
    replace: 'priority: record.priority',
    by: 'priority: record.deepDive',
  },
  {
    rule: 'A job has its own deep_dive',
    file: 'src/core/jobs/present-job.ts',
    replace: 'deep_dive: record.deepDive',
    by: 'deep_dive: record.priority',
  },
  {
    rule: 'A job has its own created_at',
    file: 'src/core/jobs/present-job.ts',
    replace: 'record.createdAt.toISOString()',
    by: "record.startedAt?.toISOString() ?? ''",
  },
  {
    rule: 'A job has its own started_at',
    file: 'src/core/jobs/present-job.ts',
    replace: 'record.startedAt?.toISOString()',
    by: 'record.createdAt.toISOString()',
  },
  {
    rule: 'A job has its own finished_at',
    file: 'src/core/jobs/present-job.ts',
    replace: 'record.finishedAt?.toISOString()',
    by: 'record.startedAt?.toISOString()',
  },
  {
    rule: 'A job has its own error',
    file: 'src/core/jobs/present-job.ts',
    replace: `error: presentError(record),
    charged`,
    by: `error: null,
    charged`,
  },
  {
    rule: 'A job has its own charge',
    file: 'src/core/jobs/present-job.ts',
    replace: '{ ...chargeOf(record), refunded',
    by: '{ requests: 1, priority: 0, deep_dive: 0, refunded',
  },
  {
    rule: 'A job has its own refund',
    file: 'src/core/jobs/present-job.ts',
    replace: 'refunded: record.refunded',
    by: 'refunded: false',
  },
  {
    rule: 'A running job has no end yet',
    file: 'src/core/jobs/present-job.ts',
    replace: 'final ? record.finishReason : null',
    by: 'record.finishReason',
  },
  {
    rule: 'A running job has no error yet',
    file: 'src/core/jobs/present-job.ts',
    replace: 'final ? presentError(record) : null',
    by: 'presentError(record)',
  },
  {
    rule: 'An answer is that of a completed job only',
    file: 'src/core/jobs/present-job.ts',
    replace: "output.state === 'completed' ? output.answer : null",
    by: 'output.answer',
  },
  {
    rule: 'An output has the state that was read with its text',
    file: 'src/core/jobs/present-job.ts',
    replace: 'status: output.state',
    by: 'status: record.state',
  },
  {
    rule: 'An output is final when its job has ended',
    file: 'src/core/jobs/present-job.ts',
    replace: 'const final = isFinal(output.state);',
    by: 'const final = false;',
  },
  {
    rule: 'An output has the attempt that its text is of',
    file: 'src/core/jobs/present-job.ts',
    replace: `attempt: output.attempt,
    text`,
    by: `attempt: record.attempt,
    text`,
  },
  {
    rule: 'A cursor names the attempt that the text is of',
    file: 'src/core/jobs/present-job.ts',
    replace: '{ attempt: output.attempt, bytes',
    by: '{ attempt: 1, bytes',
  },
];
