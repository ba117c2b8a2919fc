import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { handleFailure, isSessionOver, wordsFor } from '../actions/handle-failure.ts';
import { useChat } from '../chat-context.ts';

interface DialogFormProps {
  readonly title: string;
  readonly action: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Rejects when the service refuses; the dialog then stays open and says why. */
  readonly send: () => Promise<void>;
  /** The words for a refusal that only this dialog knows. */
  readonly explain?: (error: unknown) => string | null;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog that sends a request to the service, and closes once that is done. */
export function DialogForm(props: DialogFormProps) {
  const { title, action, danger, disabled, send, explain, onClose, children } = props;
  const chat = useChat();
  const busy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    problem.value = null;
    try {
      await send();
      onClose();
    } catch (error) {
      if (isSessionOver(error)) handleFailure(chat, error);
      else problem.value = explain?.(error) ?? wordsFor(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        {children}
        <Problem text={problem.value} />
        <footer class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            {laterText.cancel}
          </button>
          <button
            type="submit"
            class={`button ${danger ? 'danger' : 'primary'}`}
            disabled={disabled}
            aria-busy={busy.value}
          >
            {action}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
