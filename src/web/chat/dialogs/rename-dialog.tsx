import { useSignal } from '@preact/signals';
import type { ConversationSummary } from '#contract/resources.ts';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Field } from '../../shared/components/field.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { renameConversation } from '../actions/manage-conversations.tsx';
import { useChat } from '../chat-context.ts';

interface RenameDialogProps {
  readonly item: ConversationSummary;
  readonly onClose: () => void;
}

export function RenameDialog({ item, onClose }: RenameDialogProps) {
  const chat = useChat();
  const title = useSignal(item.title);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const trimmed = title.value.trim();
    if (trimmed !== '' && trimmed !== item.title)
      void renameConversation(chat, item.conversation_uuid, trimmed);
    onClose();
  };
  return (
    <Dialog title={laterText.manage.renameTitle} onClose={onClose}>
      <form onSubmit={save}>
        <Field label={laterText.manage.renameLabel}>
          {(ids) => (
            <input
              {...ids}
              type="text"
              required
              dir="auto"
              autocomplete="off"
              maxLength={chat.data.limits.titleCharacters}
              value={title.value}
              onFocus={(event) => event.currentTarget.select()}
              onInput={(event) => {
                title.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <footer class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            {laterText.cancel}
          </button>
          <button type="submit" class="button primary">
            {laterText.save}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
