import type { Turn } from '../state/turn.ts';
import { AnswerView } from './answer-view.tsx';
import { Question } from './question.tsx';

interface TurnViewProps {
  readonly turn: Turn;
  readonly isLast: boolean;
}

export function TurnView({ turn, isLast }: TurnViewProps) {
  const answer = turn.answers.value[turn.shown.value];
  return (
    <section class={turn.fresh && isLast ? 'turn fresh' : 'turn'}>
      {turn.question.value !== null && <Question content={turn.question.value} />}
      {answer && <AnswerView key={answer.key} turn={turn} answer={answer} isLast={isLast} />}
    </section>
  );
}
