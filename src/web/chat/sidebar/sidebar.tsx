import { useSignal } from '@preact/signals';
import type { ConversationSummary } from '#contract/resources.ts';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { DeleteDialog, RenameDialog } from '../dialogs.ts';
import { PlusIcon } from '../icons.tsx';
import { withRest } from '../parts.ts';
import { startNewConversation } from '../state/turn-to.ts';
import { ConversationRow } from './conversation-row.tsx';
import { groupByDay } from './group-by-day.ts';
import { Search } from './search.tsx';
import { UsageMeters } from './usage-meters.tsx';

interface SidebarProps {
  /** On a narrow screen the sidebar covers the conversation and closes after a choice. */
  readonly onChoose: () => void;
}

export function Sidebar({ onChoose }: SidebarProps) {
  const chat = useChat();
  const renaming = useSignal<ConversationSummary | null>(null);
  const deleting = useSignal<ConversationSummary | null>(null);
  const { items, query, cursor, loading, readMore } = chat.list;
  const groups = groupByDay(items.value, (item) => item.last_message_at);
  return (
    <>
      <div class="sidebar-top">
        <button
          type="button"
          class="new-chat"
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
        {items.value.length === 0 && !loading.value && (
          <p class="sidebar-empty">{query.value === '' ? text.sidebar.none : text.sidebar.noMatch}</p>
        )}
        {groups.map((group) => (
          <section key={group.label}>
            <h2>{group.label}</h2>
            <ul>
              {group.items.map((item) => (
                <ConversationRow
                  key={item.conversation_uuid}
                  item={item}
                  onChoose={onChoose}
                  onRename={() => {
                    renaming.value = item;
                  }}
                  onDelete={() => {
                    deleting.value = item;
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
        {cursor.value !== null && (
          <button
            type="button"
            class="quiet-button"
            disabled={loading.value}
            onClick={() =>
              readMore().catch((error) => withRest(chat, (part) => part.handleFailure(chat, error)))
            }
          >
            {text.sidebar.more}
          </button>
        )}
      </div>
      <UsageMeters />
      {renaming.value && (
        <RenameDialog
          item={renaming.value}
          onClose={() => {
            renaming.value = null;
          }}
        />
      )}
      {deleting.value && (
        <DeleteDialog
          item={deleting.value}
          onClose={() => {
            deleting.value = null;
          }}
        />
      )}
    </>
  );
}
