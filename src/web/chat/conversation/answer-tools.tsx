import type { Answer } from '../state/answer.ts';
import type { Turn } from '../state/turn.ts';
import { VersionSwitcher } from '../versions/version-switcher.tsx';
import { ActionCards } from './action-cards.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { CopyButton } from './copy-button.tsx';

interface AnswerToolsProps {
  readonly turn: Turn;
  readonly answer: Answer;
  readonly isLast: boolean;
  readonly isEarlier: boolean;
}

/** The actions on an answer that has ended. */
export function AnswerTools({ turn, answer, isLast, isEarlier }: AnswerToolsProps) {
  const content = answer.content.value;
  return (
    <>
      <ActionCards answer={answer} mayDecide={isLast && !isEarlier} />
      <VersionSwitcher turn={turn} isLast={isLast} />
      <div class="answer-actions" key={answer.key}>
        {content !== '' && <CopyButton content={content} />}
        {!isEarlier && <AnswerActions turn={turn} answer={answer} isLast={isLast} />}
      </div>
    </>
  );
}
