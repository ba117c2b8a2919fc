import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Action } from '#contract/answers/action.ts';
import { localMoment } from '../../shared/dates.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { decideAction, readActions } from '../actions/decide-action.ts';
import { useChat } from '../chat-context.ts';
import { focusComposerUnlessTouch } from '../composer/focus-composer.ts';
import type { Answer } from '../state/answer.ts';

/** The service decides what is too late, so the page asks a little after its own clock says so. */
const lateMs = 1_000;

interface ActionCardsProps {
  readonly answer: Answer;
  /** Whether the conversation has not moved on since. */
  readonly mayDecide: boolean;
}

/** What an answer asks its reader before a tool changes something, and what became of it. */
export function ActionCards({ answer, mayDecide }: ActionCardsProps) {
  return answer.actions.value.map((action) => (
    <ActionCard key={action.action_uuid} answer={answer} action={action} mayDecide={mayDecide} />
  ));
}

interface ActionCardProps extends ActionCardsProps {
  readonly action: Action;
}

/** Question and values are text, whatever they contain: a person decides by them. */
function ActionCard({ answer, action, mayDecide }: ActionCardProps) {
  const chat = useChat();
  const busy = useSignal(false);
  const { confirmation: text } = laterText;
  const { question, status, expires_at: until } = action;
  const isOpen = status === 'pending' && mayDecide;
  const decide = async (decision: 'confirm' | 'decline') => {
    busy.value = true;
    // The buttons go away, and with them the focus.
    focusComposerUnlessTouch();
    await decideAction(chat, answer, action, decision);
    busy.value = false;
  };
  useEffect(() => {
    if (!isOpen || until === null) return undefined;
    const timer = setTimeout(() => void readActions(chat, answer), Date.parse(until) + lateMs - Date.now());
    return () => clearTimeout(timer);
  }, [isOpen, until]);
  return (
    <fieldset class="action" aria-label={text.title} disabled={busy.value}>
      <p dir="auto">
        <strong>{question}</strong>
      </p>
      {action.arguments.length > 0 && (
        <dl class="pairs">
          {action.arguments.map(({ name, value }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div class="end-note">
        {isOpen && (
          <>
            <button type="button" class="button primary" onClick={() => void decide('confirm')}>
              {text.confirm}
            </button>
            <button type="button" class="button" onClick={() => void decide('decline')}>
              {text.decline}
            </button>
            {until !== null && <span>{text.until(localMoment(until))}</span>}
          </>
        )}
        <p role="status">{isOpen ? '' : text.states[status === 'pending' ? 'expired' : status]}</p>
      </div>
    </fieldset>
  );
}
