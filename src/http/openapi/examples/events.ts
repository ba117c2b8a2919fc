import { answer, ids, noSources, usage } from './values.ts';

/** `data` of one event of each kind. */
export const eventExamples = {
  meta: {
    conversation_uuid: ids.conversation,
    message_uuid: ids.answer,
    job_uuid: ids.job,
    usage,
  },
  queue: { queue_name: 'standard', queue_position: 2, eta_seconds: null },
  step: { step_uuid: ids.step, kind: 'thinking', label: null, status: 'running' },
  delta: { text: answer },
  usage: { usage },
  reset: { attempt: 2 },
  done: { finish_reason: 'stop', message_uuid: ids.answer, ai_generated: true, ...noSources },
  error: {
    ok: false,
    code: 'provider_error',
    title: 'The model provider failed',
    detail: 'The model provider failed',
    retryable: true,
  },
} as const;

/** A short answer as it is sent. */
export function eventStreamExample(): string {
  const end = `1.${Buffer.byteLength(answer)}`;
  return [
    eventText('1.0', 'meta', eventExamples.meta),
    eventText(end, 'delta', eventExamples.delta),
    eventText(end, 'done', eventExamples.done),
  ].join('');
}

function eventText(id: string, name: string, data: object): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
