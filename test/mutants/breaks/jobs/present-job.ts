import type { Break } from '../../break.ts';

const file = 'src/core/jobs/present-job.ts';
const tests = ['test/core/jobs/present-job.test.ts'];

/** Each member of a job, the line that fills it, and another that would do so without an error. */
const swapped = [
  [
    'job_uuid',
    'job_uuid: record.id,\n    conversation_uuid',
    'job_uuid: record.messageId,\n    conversation_uuid',
  ],
  ['conversation_uuid', 'record.conversationId', 'record.id'],
  ['message_uuid', 'record.messageId', 'record.id'],
  ['agent_slug', 'record.agentSlug', 'record.id'],
  ['status', 'record.state', "'queued'"],
  ['queue_name', 'record.lane', 'null'],
  ['queue_position', 'queue_position: record.position', 'queue_position: record.etaSeconds'],
  ['eta_seconds', 'eta_seconds: record.etaSeconds', 'eta_seconds: record.position'],
  ['attempt', 'attempt: record.attempt', 'attempt: 1'],
  ['priority', 'priority: record.priority', 'priority: record.deepDive'],
  ['deep_dive', 'deep_dive: record.deepDive', 'deep_dive: record.priority'],
  ['created_at', 'record.createdAt.toISOString()', "record.startedAt?.toISOString() ?? ''"],
  ['started_at', 'record.startedAt?.toISOString()', 'record.createdAt.toISOString()'],
  ['finished_at', 'record.finishedAt?.toISOString()', 'record.startedAt?.toISOString()'],
  ['error', 'error: presentError(record),\n    charged', 'error: null,\n    charged'],
  ['charge', '{ ...chargeOf(record), refunded', '{ requests: 1, priority: 0, deep_dive: 0, refunded'],
  ['refund', 'refunded: record.refunded', 'refunded: false'],
] as const;

export const presentJobBreaks: readonly Break[] = [
  ...swapped.map(([member, replace, by]) => ({
    rule: `A job has its own ${member}`,
    file,
    replace,
    by,
    tests,
  })),
  {
    rule: 'A running job has no end yet',
    file,
    replace: 'final ? record.finishReason : null',
    by: 'record.finishReason',
    tests,
  },
  {
    rule: 'A running job has no error yet',
    file,
    replace: 'final ? presentError(record) : null',
    by: 'presentError(record)',
    tests,
  },
  {
    rule: 'An answer is that of a completed job only',
    file,
    replace: "output.state === 'completed' ? output.answer : null",
    by: 'output.answer',
    tests,
  },
  {
    rule: 'An output has the state that was read with its text',
    file,
    replace: 'status: output.state',
    by: 'status: record.state',
    tests,
  },
  {
    rule: 'An output is final when its job has ended',
    file,
    replace: 'const final = isFinal(output.state);',
    by: 'const final = false;',
    tests,
  },
  {
    rule: 'An output has the attempt that its text is of',
    file,
    replace: 'attempt: output.attempt,\n    text',
    by: 'attempt: record.attempt,\n    text',
    tests,
  },
  {
    rule: 'A cursor names the attempt that the text is of',
    file,
    replace: '{ attempt: output.attempt, bytes',
    by: '{ attempt: 1, bytes',
    tests,
  },
];
