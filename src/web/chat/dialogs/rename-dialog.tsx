import { useSignal } from '@preact/signals';
import type { ConversationSummary } from '#contract/resources.ts';
import { Field } from '../../shared/components/field.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { renameConversation } from '../actions/manage-conversations.tsx';
import { useChat } from '../chat-context.ts';
import { DialogForm } from './dialog-form.tsx';

interface RenameDialogProps {
  readonly item: ConversationSummary;
  readonly onClose: () => void;
}

export function RenameDialog({ item, onClose }: RenameDialogProps) {
  const chat = useChat();
  const title = useSignal(item.title);
  // Nothing waits for the request: the dialog closes, and a refusal appears above the composer.
  const save = async () => {
    const trimmed = title.value.trim();
    if (trimmed !== '' && trimmed !== item.title)
      void renameConversation(chat, item.conversation_uuid, trimmed);
  };
  return (
    <DialogForm title={laterText.manage.renameTitle} action={laterText.save} send={save} onClose={onClose}>
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
    </DialogForm>
  );
}
