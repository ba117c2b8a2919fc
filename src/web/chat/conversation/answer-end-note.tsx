import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { TryAgain } from '../parts.ts';
import type { Answer } from '../state/answer.ts';
import { wordsForCode } from '../state/words.ts';

interface AnswerEndNoteProps {
  readonly answer: Answer;
  readonly isLast: boolean;
  readonly question: string | null;
}

/** Why an answer is incomplete, with another try where that makes sense. */
export function AnswerEndNote({ answer, isLast, question }: AnswerEndNoteProps) {
  const chat = useChat();
  const state = answer.state.value;
  if (state !== 'partial' && state !== 'failed') return null;
  const failure = answer.failure.value;
  const { stopped, cut, failed } = text.conversation;
  const reason = failure === null ? '' : wordsForCode(failure.code, failure.title);
  const base = state === 'failed' ? failed : failure === null ? stopped : cut;
  const canRepeat =
    isLast && question !== null && state === 'failed' && chat.current.value.running.value === null;
  return (
    <div class={`end-note ${state}`}>
      <p>{[base, reason].filter(Boolean).join(' ')}</p>
      {canRepeat && <TryAgain question={question} />}
    </div>
  );
}
