import { failureFacts } from '#contract/errors.ts';
import type { Job, JobOutput } from '#contract/jobs.ts';
import { presentSources } from '../citations/answer-sources.ts';
import { formatCursor } from '../turn/cursor.ts';
import { isFinal, type TurnRecord } from '../turn/turn.ts';
import type { StoredOutput } from '../turn/turn-store.ts';
import { chargeOf } from '../usage/charge.ts';

/** The wire's job: the only form in which a turn's record leaves the service. */
export function presentJob(record: TurnRecord): Job {
  return {
    ok: true,
    job_uuid: record.id,
    conversation_uuid: record.conversationId,
    message_uuid: record.messageId,
    agent_slug: record.agentSlug,
    status: record.state,
    queue_name: record.lane,
    queue_position: record.position,
    eta_seconds: record.etaSeconds,
    attempt: record.attempt,
    priority: record.priority,
    deep_dive: record.deepDive,
    created_at: record.createdAt.toISOString(),
    started_at: record.startedAt?.toISOString() ?? null,
    finished_at: record.finishedAt?.toISOString() ?? null,
    error: presentError(record),
    charged: { ...chargeOf(record), refunded: record.refunded },
  };
}

export function presentOutput(record: TurnRecord, output: StoredOutput): JobOutput {
  const final = isFinal(output.state);
  return {
    ok: true,
    job_uuid: record.id,
    status: output.state,
    attempt: output.attempt,
    text: output.text,
    cursor: formatCursor({ attempt: output.attempt, bytes: output.from + Buffer.byteLength(output.text) }),
    ai_generated: true,
    final,
    answer: output.state === 'completed' ? output.answer : null,
    finish_reason: final ? record.finishReason : null,
    ...presentSources(output.sources),
    error: final ? presentError(record) : null,
  };
}

function presentError({ errorCode: code, errorReason }: TurnRecord): Job['error'] {
  return code === null ? null : { code, ...failureFacts(code, errorReason) };
}
