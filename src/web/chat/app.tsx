import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Toast } from '../shared/components/toast.tsx';
import { language } from '../shared/text/chat-text.ts';
import { text } from '../shared/text/text.ts';
import { ChatContext } from './chat-context.ts';
import { Composer } from './composer/composer.tsx';
import { Log } from './conversation/log.tsx';
import { SessionPanel, ShortcutsDialog } from './dialogs.ts';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { startDeferred } from './start-deferred.ts';
import type { Chat } from './state/chat.ts';

const wide = matchMedia('(width >= 56rem)');

interface AppProps {
  readonly chat: Chat;
}

/** Drawn again in another language: what is open, written and running is in the state, which stays. */
export function App({ chat }: AppProps) {
  return <Page key={language.value} chat={chat} />;
}

function Page({ chat }: AppProps) {
  const sidebarOpen = useSignal(wide.matches && chat.data.mode === 'page');
  const helpOpen = useSignal(false);
  const openHelp = () => {
    helpOpen.value = true;
  };
  const openSearch = () => {
    sidebarOpen.value = true;
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.search input')?.focus());
  };
  useEffect(
    () =>
      startDeferred(chat, {
        onHelp: openHelp,
        onSearch: openSearch,
        closeSidebar: () => closeOver(sidebarOpen),
      }),
    [chat],
  );
  const state = chat.session.value;
  if (state !== 'open') return <SessionPanel state={state} tenant={chat.data.tenant} host={chat.host} />;
  return (
    <ChatContext.Provider value={chat}>
      <div class={`page ${chat.data.mode}${sidebarOpen.value ? ' sidebar-open' : ''}`}>
        <section class="sidebar" aria-label={text.sidebar.region} inert={!sidebarOpen.value}>
          <Sidebar onChoose={() => closeOver(sidebarOpen)} />
        </section>
        <div class="scrim" aria-hidden="true" onClick={() => closeOver(sidebarOpen)} />
        <main class="main">
          <Header sidebarOpen={sidebarOpen} onShortcuts={openHelp} />
          <Log />
          <Composer />
        </main>
        <div class="visually-hidden" role="status">
          {chat.status.value}
        </div>
        <div class="visually-hidden" aria-live="polite">
          {chat.spoken.value}
        </div>
        <Toast />
        {helpOpen.value && (
          <ShortcutsDialog
            onClose={() => {
              helpOpen.value = false;
            }}
          />
        )}
      </div>
    </ChatContext.Provider>
  );
}

/** On narrow screens, where the sidebar covers the conversation, it closes; elsewhere it stays open. */
function closeOver(sidebarOpen: { value: boolean }): boolean {
  const covers = !wide.matches || document.querySelector('.page.embed') !== null;
  const closes = covers && sidebarOpen.value;
  if (closes) sidebarOpen.value = false;
  return closes;
}
