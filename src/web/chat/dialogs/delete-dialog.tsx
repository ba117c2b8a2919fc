import type { ConversationSummary } from '#contract/resources.ts';
import { Dialog } from '../../shared/components/dialog.tsx';
import { isolate } from '../../shared/text/isolate.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import { deleteConversation } from '../actions/manage-conversations.tsx';
import { useChat } from '../chat-context.ts';

interface DeleteDialogProps {
  readonly item: ConversationSummary;
  readonly onClose: () => void;
}

export function DeleteDialog({ item, onClose }: DeleteDialogProps) {
  const chat = useChat();
  const confirm = () => {
    void deleteConversation(chat, item.conversation_uuid);
    onClose();
  };
  return (
    <Dialog title={laterText.manage.deleteTitle} onClose={onClose}>
      <p>{laterText.manage.deleteBody(isolate(item.title || text.conversation.untitled))}</p>
      <footer class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          {laterText.cancel}
        </button>
        <button type="button" class="button danger" onClick={confirm}>
          {laterText.manage.delete}
        </button>
      </footer>
    </Dialog>
  );
}
