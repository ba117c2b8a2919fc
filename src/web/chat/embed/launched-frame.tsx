import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { handshakeMs } from '#contract/launcher.ts';
import type { ChatPageData } from '#contract/pages.ts';
import { linkToHost } from '../../shared/embed/host-link.ts';
import { App } from '../app.tsx';
import { SessionPanel } from '../dialogs/session-panel.tsx';
import type { Chat } from '../state/chat.ts';
import { followLocale } from '../state/frame-language.ts';
import { launchChat } from './launched-chat.ts';

/** A frame whose page has a launcher, or has provided neither launcher nor token. */
export function LaunchedFrame({ data }: { readonly data: ChatPageData }) {
  const launched = useSignal<Signal<Chat | null> | null>(null);
  const isAlone = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      isAlone.value = true;
    }, handshakeMs);
    void linkToHost(window, data.embedOrigins).then(async (link) => {
      clearTimeout(timer);
      await followLocale(link.init.locale);
      isAlone.value = false;
      launched.value = launchChat(data, link);
    });
  }, []);
  const chat = launched.value?.value ?? null;
  if (chat !== null) return <App chat={chat} />;
  return <SessionPanel state={isAlone.value ? 'direct' : 'waiting'} tenant={data.tenant} />;
}
