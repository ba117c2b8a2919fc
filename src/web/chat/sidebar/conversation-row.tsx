import type { ConversationSummary } from '#contract/resources.ts';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { RowActions, whenLoaded } from '../parts.ts';
import { RowFrame } from './row-frame.tsx';

interface ConversationRowProps {
  readonly item: ConversationSummary;
  readonly onChoose: () => void;
}

export function ConversationRow({ item, onChoose }: ConversationRowProps) {
  const chat = useChat();
  const { conversation_uuid: uuid, title } = item;
  const open = () => {
    whenLoaded(chat, (part) => void part.showConversation(chat, uuid, title));
    onChoose();
  };
  return (
    <RowFrame item={item} onOpen={open} Actions={RowActions}>
      {title || text.conversation.untitled}
    </RowFrame>
  );
}
