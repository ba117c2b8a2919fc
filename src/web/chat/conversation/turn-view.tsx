import { useChat } from '../chat-context.ts';
import { EditForm, QuestionTools } from '../parts.ts';
import type { EarlierVersion } from '../state/open-conversation.ts';
import type { Turn } from '../state/turn.ts';
import { AnswerView } from './answer-view.tsx';
import { Question } from './question.tsx';

interface TurnViewProps {
  readonly turn: Turn;
  readonly isLast: boolean;
  /** The version that it belongs to, where it is no longer part of the conversation. */
  readonly earlier: EarlierVersion | null;
}

export function TurnView({ turn, isLast, earlier }: TurnViewProps) {
  const answer = turn.answers.value[turn.shown.value];
  const sent = turn.fresh ? ' sent' : '';
  const place = turn.fresh && isLast ? ' fresh' : earlier === null ? '' : ' set-aside';
  return (
    <section class={`turn${sent}${place}`}>
      <QuestionPart turn={turn} earlier={earlier} />
      {answer && <AnswerView turn={turn} answer={answer} isLast={isLast} isEarlier={earlier !== null} />}
    </section>
  );
}

function QuestionPart({ turn, earlier }: Pick<TurnViewProps, 'turn' | 'earlier'>) {
  const { editing } = useChat().current.value;
  const edit = editing.value;
  const content = turn.question.value;
  if (content === null) return null;
  if (earlier === null && edit !== null && edit.questionUuid === turn.uuid.value) {
    return <EditForm turn={turn} editing={edit} />;
  }
  return (
    <>
      <Question key={turn.key} content={content} />
      <div class="question-footer">
        <QuestionTools turn={turn} earlier={earlier} />
      </div>
    </>
  );
}
