import type { Signal } from '@preact/signals';
import { IconButton } from '../shared/components/icon-button.tsx';
import { CloseIcon } from '../shared/icons.tsx';
import { text } from '../shared/text/text.ts';
import { useChat } from './chat-context.ts';
import { PlusIcon, SidebarIcon } from './icons.tsx';
import { PageMenu } from './page-menu.tsx';
import { startNewConversation } from './state/turn-to.ts';

interface HeaderProps {
  readonly sidebarOpen: Signal<boolean>;
  readonly onShortcuts: () => void;
}

export function Header({ sidebarOpen, onShortcuts }: HeaderProps) {
  const chat = useChat();
  const open = chat.current.value;
  const { assistant, logo } = chat.data.tenant;
  const title = open.title.value || text.conversation.untitled;
  return (
    <header class="page-header">
      <IconButton
        label={sidebarOpen.value ? text.sidebar.hide : text.sidebar.show}
        expanded={sidebarOpen.value}
        onClick={() => {
          sidebarOpen.value = !sidebarOpen.value;
        }}
      >
        <SidebarIcon />
      </IconButton>
      {logo && <img class="logo" src="/brand/logo" alt="" />}
      <div class="page-header-names" dir="auto">
        <p>{assistant}</p>
        <h1 dir="auto" title={title}>
          {title}
        </h1>
      </div>
      <div class="page-header-end">
        {!sidebarOpen.value && (
          <IconButton label={text.sidebar.newChat} onClick={() => startNewConversation(chat)}>
            <PlusIcon />
          </IconButton>
        )}
        <PageMenu onShortcuts={onShortcuts} />
        {chat.host?.canClose.value && (
          <IconButton label={text.close} onClick={chat.host.close}>
            <CloseIcon />
          </IconButton>
        )}
      </div>
    </header>
  );
}
