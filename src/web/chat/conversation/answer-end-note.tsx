import { text } from '../../shared/text/text.ts';
import { FailureReference, TryAgain } from '../parts.ts';
import type { Answer } from '../state/answer.ts';
import type { Turn } from '../state/turn.ts';
import { wordsForCode } from '../state/words.ts';

interface AnswerEndNoteProps {
  readonly turn: Turn;
  readonly answer: Answer;
  readonly isEarlier: boolean;
}

/** Why an answer is incomplete, with another try. */
export function AnswerEndNote({ turn, answer, isEarlier }: AnswerEndNoteProps) {
  const state = answer.state.value;
  if (state !== 'partial' && state !== 'failed') return null;
  const failure = answer.failure.value;
  const { stopped, cut, failed } = text.conversation;
  const reason = failure === null ? '' : wordsForCode(failure.code);
  const base = state === 'failed' ? failed : failure === null ? stopped : cut;
  return (
    <div class={`end-note ${state}`}>
      <p>{[base, reason].filter(Boolean).join(' ')}</p>
      {!isEarlier && <TryAgain turn={turn} />}
      {failure?.reference && <FailureReference reference={failure.reference} />}
    </div>
  );
}
