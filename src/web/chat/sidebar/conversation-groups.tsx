import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { MoreButton } from '../parts.ts';
import { ConversationRow } from './conversation-row.tsx';
import { groupByDay } from './group-by-day.ts';

interface ConversationGroupsProps {
  readonly onChoose: () => void;
}

/** The list by day, below what is pinned. The next page is read when its end comes near. */
export function ConversationGroups({ onChoose }: ConversationGroupsProps) {
  const chat = useChat();
  const { items, cursor, loading } = chat.list;
  const pinned = items.value.filter((item) => item.pinned);
  const others = items.value.filter((item) => !item.pinned);
  const groups = groupByDay(others, (item) => item.last_message_at);
  if (pinned.length > 0) groups.unshift({ label: text.sidebar.pinned, items: pinned });
  return (
    <>
      {items.value.length === 0 && !loading.value && <p class="sidebar-empty">{text.sidebar.none}</p>}
      {groups.map((group) => (
        <section key={group.label}>
          <h2>{group.label}</h2>
          <ul>
            {group.items.map((item) => (
              <ConversationRow key={item.conversation_uuid} item={item} onChoose={onChoose} />
            ))}
          </ul>
        </section>
      ))}
      {cursor.value !== null && <MoreButton />}
    </>
  );
}
