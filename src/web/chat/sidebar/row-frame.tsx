import { useComputed } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useId } from 'preact/hooks';
import type { ConversationSummary } from '#contract/resources.ts';
import { addressOf } from '../address.ts';
import { useChat } from '../chat-context.ts';

export interface RowActionsProps {
  readonly item: ConversationSummary;
  /** The element with the title. */
  readonly describedBy: string;
}

interface RowFrameProps {
  readonly item: ConversationSummary;
  readonly onOpen: () => void;
  /** The first paint passes a part that is loaded later, and what is loaded later passes the component itself. */
  readonly Actions: ComponentType<RowActionsProps>;
  /** The link's text. */
  readonly children: ComponentChildren;
}

/** A link to a conversation, with its actions. */
export function RowFrame({ item, onOpen, Actions, children }: RowFrameProps) {
  const chat = useChat();
  const id = useId();
  const uuid = item.conversation_uuid;
  // Computed, so that a change draws the two rows that it concerns, and not a thousand.
  const isCurrent = useComputed(() => chat.current.value.uuid.value === uuid).value;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
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
        {children}
      </a>
      <Actions item={item} describedBy={id} />
    </li>
  );
}
