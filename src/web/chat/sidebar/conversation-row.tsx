import { useId } from 'preact/hooks';
import type { ConversationSummary } from '#contract/resources.ts';
import { IconButton } from '../../shared/components/icon-button.tsx';
import { text } from '../../shared/text/text.ts';
import { addressOf } from '../address.ts';
import { useChat } from '../chat-context.ts';
import { PencilIcon, TrashIcon } from '../icons.tsx';
import { withRest } from '../parts.ts';

interface ConversationRowProps {
  readonly item: ConversationSummary;
  readonly onChoose: () => void;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

export function ConversationRow({ item, onChoose, onRename, onDelete }: ConversationRowProps) {
  const chat = useChat();
  const id = useId();
  const uuid = item.conversation_uuid;
  const isCurrent = chat.current.value.uuid.value === uuid;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    withRest(chat, (part) => void part.showConversation(chat, uuid, item.title));
    onChoose();
  };
  return (
    <li class={isCurrent ? 'row current' : 'row'}>
      <a
        id={id}
        href={addressOf(uuid)}
        dir="auto"
        data-agent={chat.data.agents?.[item.agent_slug]}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={open}
      >
        {item.title || text.conversation.untitled}
      </a>
      <span class="row-actions">
        <IconButton label={text.sidebar.rename} describedBy={id} onClick={onRename}>
          <PencilIcon />
        </IconButton>
        <IconButton label={text.sidebar.delete} describedBy={id} onClick={onDelete}>
          <TrashIcon />
        </IconButton>
      </span>
    </li>
  );
}
