import { batch } from '@preact/signals';
import type { AnswerEnd, AnswerEvent } from '../../shared/api/answer-event.ts';
import { type AnswerSource, followAnswer } from '../../shared/api/follow-answer.ts';
import type { Answer } from '../state/answer.ts';
import type { OpenConversation, Running } from '../state/open-conversation.ts';
import { wordsForCode } from '../state/words.ts';

export interface RunListener {
  /** The service has stored the turn. */
  readonly onAccepted: (conversationUuid: string, jobUuid: string) => void;
  /** The connection was lost, and the answer continues; or it is back. */
  readonly onConnection: (connected: boolean) => void;
  readonly onUsage: (usage: Extract<AnswerEvent, { type: 'usage' }>['usage']) => void;
}

/**
 * Grows one answer on the page until it ends. Rejects only when the turn was refused, so that nothing of it exists;
 * every later failure becomes the state of the answer.
 */
export async function runAnswer(
  open: OpenConversation,
  running: Running,
  source: AnswerSource,
  listener: RunListener,
): Promise<void> {
  const { answer, jobUuid, abort } = running;
  open.running.value = running;
  try {
    const end = await followAnswer(
      source,
      jobUuid.value,
      {
        onEvent: (event) => batch(() => apply(running, event, listener)),
        onConnection: (connected) => {
          if (connected !== answer.connected.value) listener.onConnection(connected);
          answer.connected.value = connected;
        },
      },
      abort.signal,
    );
    batch(() => finish(running, end));
  } catch (error) {
    if (jobUuid.value === null && !running.stopped.value) throw error;
    answer.state.value = running.stopped.value ? 'partial' : 'failed';
  } finally {
    answer.step.value = null;
    answer.connected.value = true;
    if (open.running.value === running) open.running.value = null;
  }
}

function apply(running: Running, event: AnswerEvent, listener: RunListener): void {
  const { answer } = running;
  switch (event.type) {
    case 'meta':
      running.jobUuid.value = event.job_uuid;
      answer.uuid.value = event.message_uuid;
      if (event.usage) listener.onUsage(event.usage);
      listener.onAccepted(event.conversation_uuid, event.job_uuid);
      return;
    case 'queue':
      answer.queuePosition.value = event.queue_position;
      return;
    case 'step':
      applyStep(answer, event);
      return;
    case 'reset':
      answer.step.value = null;
      answer.content.value = '';
      return;
    case 'delta':
      answer.queuePosition.value = null;
      answer.state.value = 'streaming';
      answer.content.value += event.text;
      return;
    case 'usage':
      listener.onUsage(event.usage);
      return;
    case 'done':
      answer.uuid.value = event.message_uuid;
      if (event.links) answer.sources.value = event;
      return;
    case 'error':
      return;
  }
}

/** A step is sent again after a reconnection, and goes on counting. */
function applyStep(answer: Answer, event: Extract<AnswerEvent, { type: 'step' }>): void {
  // Until its end nothing says which addresses are the model's own.
  if (event.kind !== 'thinking') answer.sources.value ??= { citations: null, links: [] };
  const isKnown = answer.step.value?.uuid === event.step_uuid;
  if (event.status !== 'running') {
    if (isKnown) answer.step.value = null;
  } else if (event.kind === 'thinking' && !isKnown) {
    answer.step.value = { uuid: event.step_uuid, since: performance.now() };
  }
}

function finish({ answer, jobUuid }: Running, end: AnswerEnd): void {
  if (end.type === 'done') {
    answer.state.value = end.finish_reason === 'cancelled' ? 'partial' : 'complete';
    return;
  }
  const stopped = end.code === 'cancelled';
  if (!stopped) {
    const code = end.reason !== undefined && wordsForCode(end.reason) ? end.reason : end.code;
    answer.failure.value = { code, reference: jobUuid.value };
  }
  answer.state.value = stopped || answer.content.value !== '' ? 'partial' : 'failed';
}
