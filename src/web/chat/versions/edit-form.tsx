import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import { replaceQuestion } from '../actions/replace-question.ts';
import { useChat } from '../chat-context.ts';
import { caretToEnd } from '../composer/caret-to-end.ts';
import { charactersOver } from '../composer/characters-over.ts';
import { focusComposer } from '../composer/focus-composer.ts';
import { isSendKey } from '../composer/is-send-key.ts';
import { keepInView } from '../scrolling/keep-in-view.ts';
import { cancelEdit } from '../state/edit-question.ts';
import type { Editing } from '../state/open-conversation.ts';
import type { Turn } from '../state/turn.ts';
import { whyNotSend } from '../state/why-not-send.ts';

interface EditFormProps {
  readonly turn: Turn;
  readonly editing: Editing;
}

/** A question while it is being edited, in its place. */
export function EditForm({ turn, editing }: EditFormProps) {
  const chat = useChat();
  const open = chat.current.value;
  const field = useRef<HTMLTextAreaElement>(null);
  const words = editing.text.value;
  const over = charactersOver(words, chat.data.limits.promptCharacters);
  const canSend =
    words.trim() !== '' && over <= 0 && open.running.value === null && whyNotSend(chat) === null;
  useLayoutEffect(() => caretToEnd(field.current), [editing]);
  useEffect(() => keepInView(field.current?.form ?? null), []);
  const send = () => {
    if (!canSend) return;
    focusComposer({ preventScroll: true });
    void replaceQuestion(chat, turn, words);
  };
  return (
    <form
      class="field edit-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        rows={2}
        dir="auto"
        aria-label={laterText.versions.editLabel}
        value={words}
        onInput={(event) => {
          editing.text.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          send();
        }}
      />
      <p>{over > 0 ? text.composer.tooLong(over) : laterText.versions.editHelp}</p>
      <div class="edit-actions">
        <button type="button" class="button" onClick={() => cancelEdit(open)}>
          {laterText.cancel}
        </button>
        <button type="submit" class="button primary" disabled={!canSend}>
          {text.composer.send}
        </button>
      </div>
    </form>
  );
}
