import { useSignal } from '@preact/signals';
import { Field } from '../../shared/components/field.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { deleteAllConversations } from '../actions/manage-conversations.tsx';
import { useChat } from '../chat-context.ts';
import { DialogForm } from './dialog-form.tsx';

/** Asks for a typed word, because nothing brings the conversations back. */
export function DeleteAllDialog({ onClose }: { readonly onClose: () => void }) {
  const chat = useChat();
  const typed = useSignal('');
  const { title, body, confirm, word } = laterText.all;
  return (
    <DialogForm
      title={title}
      action={laterText.manage.delete}
      danger
      disabled={typed.value.trim().toLocaleLowerCase() !== word}
      send={() => deleteAllConversations(chat)}
      onClose={onClose}
    >
      <p>{body}</p>
      <Field label={confirm(word)}>
        {(ids) => (
          <input
            {...ids}
            type="text"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
            }}
          />
        )}
      </Field>
    </DialogForm>
  );
}
