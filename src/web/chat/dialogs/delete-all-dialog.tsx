import { useSignal } from '@preact/signals';
import { TextInput } from '../../shared/components/inputs.tsx';
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
      <TextInput label={confirm(word)} value={typed} />
    </DialogForm>
  );
}
