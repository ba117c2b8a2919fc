import { useSignal } from '@preact/signals';
import type { Action } from '#contract/action.ts';
import { localMoment } from '../../shared/dates.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { decideAction } from '../actions/decide-action.ts';
import { useChat } from '../chat-context.ts';
import type { Answer } from '../state/answer.ts';

interface ActionCardsProps {
  readonly answer: Answer;
  /** Whether the conversation has not moved on since. */
  readonly mayDecide: boolean;
}

/** What an answer asks its reader before a tool changes something, and what became of it. */
export function ActionCards({ answer, mayDecide }: ActionCardsProps) {
  return answer.actions.value.map((action) => (
    <ActionCard key={action.action_uuid} action={action} mayDecide={mayDecide} />
  ));
}

interface ActionCardProps {
  readonly action: Action;
  readonly mayDecide: boolean;
}

/** Question and values are text, whatever they contain: a person decides by them. */
function ActionCard({ action, mayDecide }: ActionCardProps) {
  const chat = useChat();
  const busy = useSignal(false);
  const { confirmation: text } = laterText;
  const { question, status, expires_at: until } = action;
  const isOpen = status === 'pending' && mayDecide;
  const decide = async (decision: 'confirm' | 'decline') => {
    busy.value = true;
    await decideAction(chat, action, decision);
    busy.value = false;
  };
  return (
    <section class="composer-card" aria-label={text.title}>
      <p dir="auto">
        <strong>{question}</strong>
      </p>
      {action.arguments.length > 0 && (
        <dl>
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
      {isOpen ? (
        <div class="end-note">
          <button
            type="button"
            class="button primary"
            disabled={busy.value}
            onClick={() => void decide('confirm')}
          >
            {text.confirm}
          </button>
          <button type="button" class="button" disabled={busy.value} onClick={() => void decide('decline')}>
            {text.decline}
          </button>
          {until !== null && <span>{text.until(localMoment(until))}</span>}
        </div>
      ) : (
        <p role="status">{status === 'pending' ? text.states.expired : text.states[status]}</p>
      )}
    </section>
  );
}
