import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import { handleFailure } from '../actions/handle-failure.ts';
import { showConversation } from '../actions/show-conversation.ts';
import { useChat } from '../chat-context.ts';
import { call } from '../state/call.ts';
import { listPage } from '../state/conversation-list.ts';
import { RowActions } from './row-actions.tsx';
import { RowFrame } from './row-frame.tsx';

interface ArchivedListProps {
  readonly onChoose: () => void;
}

/** Archived conversations, read when the list is opened. */
export function ArchivedList({ onChoose }: ArchivedListProps) {
  const chat = useChat();
  const { archive } = chat.list;
  const cursor = useSignal<string | null>(null);
  const loading = useSignal(true);
  const read = async (from: string | null) => {
    loading.value = true;
    try {
      const page = await chat.send(
        call('listConversations', { query: { archived: 'true', cursor: from, limit: listPage } }),
      );
      if (archive.value === null) return;
      archive.value = from === null ? page.data : [...archive.value, ...page.data];
      cursor.value = page.has_more ? page.next_cursor : null;
    } catch (error) {
      handleFailure(chat, error);
    } finally {
      loading.value = false;
    }
  };
  useEffect(() => void read(null), []);
  const items = archive.value ?? [];
  return (
    <section>
      <h2>{text.sidebar.archived}</h2>
      <button
        type="button"
        class="quiet-button"
        onClick={() => {
          archive.value = null;
        }}
      >
        {laterText.archive.back}
      </button>
      {items.length === 0 && (
        <p class="sidebar-empty">{loading.value ? text.loading : laterText.archive.none}</p>
      )}
      <ul>
        {items.map((item) => (
          <RowFrame
            key={item.conversation_uuid}
            item={item}
            Actions={RowActions}
            onOpen={() => {
              void showConversation(chat, item.conversation_uuid, item.title);
              onChoose();
            }}
          >
            {item.title || text.conversation.untitled}
          </RowFrame>
        ))}
      </ul>
      {cursor.value !== null && (
        <button
          type="button"
          class="quiet-button"
          disabled={loading.value}
          onClick={() => void read(cursor.value)}
        >
          {text.sidebar.more}
        </button>
      )}
    </section>
  );
}
