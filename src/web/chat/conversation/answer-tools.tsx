import type { Answer } from '../state/answer.ts';
import type { Turn } from '../state/turn.ts';
import { AnswerActions } from './answer-actions.tsx';
import { VersionSwitcher } from './version-switcher.tsx';

interface AnswerToolsProps {
  readonly turn: Turn;
  readonly answer: Answer;
  readonly isLast: boolean;
}

/** What can be done with an answer that has ended. */
export function AnswerTools(props: AnswerToolsProps) {
  return (
    <>
      <VersionSwitcher turn={props.turn} />
      <AnswerActions {...props} />
    </>
  );
}
