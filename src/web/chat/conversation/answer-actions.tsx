import { useSignal } from '@preact/signals';
import { IconButton } from '../../shared/components/icon-button.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { askAgain } from '../actions/ask-again.ts';
import { rateAnswer } from '../actions/rate-answer.ts';
import { useChat } from '../chat-context.ts';
import { FeedbackDialog } from '../dialogs.ts';
import type { Answer } from '../state/answer.ts';
import type { Turn } from '../state/turn.ts';
import { AgainIcon, BadIcon, GoodIcon } from '../tool-icons.tsx';
import { DeepDiveButton } from './deep-dive-button.tsx';

interface AnswerActionsProps {
  readonly turn: Turn;
  readonly answer: Answer;
  readonly isLast: boolean;
}

export function AnswerActions({ turn, answer, isLast }: AnswerActionsProps) {
  const chat = useChat();
  const explaining = useSignal(false);
  const rating = answer.feedback.value?.rating;
  const rateBad = () => {
    if (rating === 'down') void rateAnswer(chat, answer, null);
    else explaining.value = true;
  };
  return (
    <>
      {answer.state.value !== 'failed' && (
        <>
          <IconButton
            label={laterText.actions.good}
            pressed={rating === 'up'}
            onClick={() => void rateAnswer(chat, answer, rating === 'up' ? null : 'up')}
          >
            <GoodIcon />
          </IconButton>
          <IconButton label={laterText.actions.bad} pressed={rating === 'down'} onClick={rateBad}>
            <BadIcon />
          </IconButton>
        </>
      )}
      {isLast && answer.state.value === 'complete' && !chat.paused.value && (
        <IconButton
          label={laterText.versions.regenerate}
          disabled={chat.current.value.running.value !== null}
          onClick={() => void askAgain(chat, turn, { regenerate: true })}
        >
          <AgainIcon />
        </IconButton>
      )}
      {isLast && <DeepDiveButton turn={turn} />}
      {explaining.value && (
        <FeedbackDialog
          onClose={() => {
            explaining.value = false;
          }}
          onSend={(comment) => void rateAnswer(chat, answer, 'down', comment)}
        />
      )}
    </>
  );
}
