import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { PlusIcon } from '../icons.tsx';
import { ArchivedList, SearchResults, SidebarFoot } from '../parts.ts';
import { startNewConversation } from '../state/turn-to.ts';
import { ConversationGroups } from './conversation-groups.tsx';
import { Search } from './search.tsx';

interface SidebarProps {
  /** On a narrow screen the sidebar covers the conversation and closes after a choice. */
  readonly onChoose: () => void;
}

export function Sidebar({ onChoose }: SidebarProps) {
  const chat = useChat();
  const { query, archive } = chat.list;
  const List =
    query.value.trim() !== '' ? SearchResults : archive.value === null ? ConversationGroups : ArchivedList;
  return (
    <>
      <div class="sidebar-top">
        <button
          type="button"
          class="button new-chat"
          onClick={() => {
            startNewConversation(chat);
            onChoose();
          }}
        >
          <PlusIcon />
          {text.sidebar.newChat}
        </button>
        <Search />
      </div>
      <div class="sidebar-list">
        <List onChoose={onChoose} />
      </div>
      <SidebarFoot />
    </>
  );
}
