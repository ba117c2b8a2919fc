import { useId } from 'preact/hooks';
import { localMoment } from '../../shared/dates.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import { askAgain } from '../actions/ask-again.ts';
import { useChat } from '../chat-context.ts';
import type { Turn } from '../state/turn.ts';
import { DeepDiveIcon } from '../tool-icons.tsx';

/** Says how many are left, and when there are none, until when. */
export function DeepDiveButton({ turn }: { readonly turn: Turn }) {
  const chat = useChat();
  const noteId = useId();
  if (!chat.data.deepDiveEnabled || chat.paused.value) return null;
  const dimension = chat.usage.value?.deep_dive;
  const left = dimension?.remaining ?? null;
  const usedUp = left !== null && left <= 0;
  const note =
    usedUp && dimension
      ? laterText.actions.deepDiveUsedUp(localMoment(dimension.reset_at))
      : left === null
        ? ''
        : laterText.actions.deepDiveLeft(left);
  return (
    <span class="deep-dive">
      <button
        type="button"
        class="quiet-button deep-dive-button"
        aria-describedby={note === '' ? undefined : noteId}
        title={laterText.actions.deepDiveHelp}
        disabled={usedUp || chat.current.value.running.value !== null}
        onClick={() => void askAgain(chat, turn, { think_harder_retry: true })}
      >
        <DeepDiveIcon />
        {text.actions.deepDive}
      </button>
      {note !== '' && (
        <span id={noteId} class="deep-dive-note">
          {note}
        </span>
      )}
    </span>
  );
}
