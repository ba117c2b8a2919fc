import { text } from '../../shared/text/text.ts';
import { AnswerTools, Progress } from '../parts.ts';
import { type Answer, isRunning } from '../state/answer.ts';
import type { Turn } from '../state/turn.ts';
import { AnswerEndNote } from './answer-end-note.tsx';
import { Markdown } from './markdown.tsx';

interface AnswerViewProps {
  readonly turn: Turn;
  readonly answer: Answer;
  readonly isLast: boolean;
  readonly isEarlier: boolean;
}

export function AnswerView({ turn, answer, isLast, isEarlier }: AnswerViewProps) {
  const running = isRunning(answer);
  const state = answer.state.value;
  return (
    <article class={`answer ${state}`} aria-label={text.assistant} aria-busy={running}>
      {answer.deepDive && <p class="deep-dive-mark">{text.actions.deepDive}</p>}
      <Markdown key={answer.key} answer={answer} />
      {running && <Progress answer={answer} />}
      <AnswerEndNote turn={turn} answer={answer} isEarlier={isEarlier} />
      {!running && (
        <div class="answer-footer">
          <AnswerTools turn={turn} answer={answer} isLast={isLast} isEarlier={isEarlier} />
        </div>
      )}
    </article>
  );
}
