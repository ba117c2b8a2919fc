import { type Signal, signal } from '@preact/signals';
import type { HostMessage } from '#contract/launcher.ts';
import type { ChatPageData } from '#contract/pages.ts';
import { createTokenQuestions } from '../../shared/embed/ask-token.ts';
import type { HostLink } from '../../shared/embed/host-link.ts';
import { readClaims } from '../../shared/embed/token-claims.ts';
import { TokenKeeper, TokenUnavailable } from '../../shared/embed/token-keeper.ts';
import { followTheme } from '../../shared/theme.ts';
import { focusComposerUnlessTouch } from '../composer/focus-composer.ts';
import { whenLoaded } from '../parts.ts';
import { type Chat, createChat } from '../state/chat.ts';
import { followLocale } from '../state/frame-language.ts';
import { startNewConversation } from '../state/turn-to.ts';
import { errorCodeFor, reportToHost } from './report-to-host.ts';
import { restoreLast } from './restore-last.ts';
import { readFirst } from './start-embed.ts';

/** The chat under a launcher. `shown` is null until its user is known. */
export function launchChat(data: ChatPageData, link: HostLink): Signal<Chat | null> {
  const shown = signal<Chat | null>(null);
  const canClose = signal(link.init.open !== null);
  let isOpen = link.init.open !== false;
  let unread = 0;
  let page: string | null = null;
  let wasKnown = false;
  let isRefused = false;
  /** Until the page, or a first read of the list, has decided which conversation is shown. */
  let mayRestore = link.init.restore !== false;
  const signInUrl = signal<string | null>(null);

  const questions = createTokenQuestions(link.send);
  const keeper = new TokenKeeper({
    async ask(reason) {
      isRefused = false;
      const token = await questions.ask(reason).catch((error: unknown) => {
        isRefused = error instanceof TokenUnavailable && error.final;
        throw error;
      });
      if (readClaims(token) === null) link.send({ t: 'error', code: 'token_invalid' });
      return token;
    },
    onOtherSubject: () => {
      shown.value = null;
      // Only a new document is certain to hold nothing of the previous user.
      location.reload();
    },
    onEnded: () => {
      chat.session.value = wasKnown ? 'ended' : isRefused ? 'signed_out' : 'unavailable';
    },
  });
  const close = () => link.send({ t: 'close' });
  const chat = createChat(data, keeper.provide, {
    canClose,
    signInUrl,
    page: () => page,
    close,
    retry: () => void begin(keeper.identify()),
    onBlocked: () => link.send({ t: 'error', code: chat.paused.value ? 'subscription' : 'quota' }),
    onFailure: (error) => {
      const code = errorCodeFor(error);
      if (code !== null) link.send({ t: 'error', code });
    },
  });

  followTheme(link.init.theme);
  closeOnEscape(close);
  reportToHost(chat, link.send, () => {
    if (!isOpen) countUnread(unread + 1);
  });
  link.listen(receive);
  link.send({ t: 'connected' });
  void begin(keeper.provide(null));
  return shown;

  /** Shows nothing until the user is known. */
  async function begin(token: Promise<string>): Promise<void> {
    shown.value = null;
    const isKnown = await token.then(
      () => true,
      () => false,
    );
    wasKnown ||= isKnown;
    if (isKnown) chat.session.value = 'open';
    const { loading } = chat.current.value;
    const isFirst = isKnown && mayRestore;
    if (isFirst) loading.value = true;
    shown.value = chat;
    const isRead = isKnown && (await readFirst(chat));
    if (isFirst) loading.value = false;
    if (!isRead) return;
    if (mayRestore) restoreLast(chat);
    mayRestore = false;
    link.send({ t: 'ready' });
  }

  function countUnread(count: number): void {
    if (count !== unread) link.send({ t: 'unread', count });
    unread = count;
  }

  function receive(message: HostMessage): void {
    switch (message.t) {
      case 'token':
      case 'token_failed':
        questions.take(message);
        break;
      case 'sign_in':
        signInUrl.value = safeAddress(message.url);
        break;
      case 'identify':
        void begin(keeper.identify());
        break;
      case 'state':
        followTheme(message.theme);
        void followLocale(message.locale);
        if (message.open && !isOpen) focusComposerUnlessTouch();
        isOpen = message.open !== false;
        canClose.value = message.open !== null;
        if (isOpen) countUnread(0);
        break;
      case 'page':
        page = message.page;
        break;
      case 'ask':
        mayRestore = false;
        if (message.send) whenLoaded(chat, (part) => void part.sendQuestion(chat, message.text));
        else chat.drafts.put(message.text);
        break;
      case 'new_conversation':
        mayRestore = false;
        startNewConversation(chat);
        break;
      case 'open_conversation':
        mayRestore = false;
        whenLoaded(chat, (part) => void part.showConversation(chat, message.conversation_uuid));
        break;
    }
  }
}

/** The address becomes a link for the whole page, so only addresses of the web are taken. */
function safeAddress(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Escape closes the chat when nothing inside it handled the key. */
function closeOnEscape(close: () => void): void {
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (document.querySelector(':popover-open, dialog[open]') === null) close();
  });
}
