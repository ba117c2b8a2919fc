import type { FrameMessage, HostMessage } from '#contract/launcher.ts';
import { createEvents } from './events.ts';
import type { LauncherApi } from './launcher-api.ts';
import { watchOpeners } from './openers.ts';
import type { Options } from './options.ts';
import { closed, off, opened, type Phase } from './phase.ts';
import { createPhoneMode } from './phone.ts';
import { createPlace } from './place.ts';
import { type Session, startSession } from './session.ts';
import { createTokenSource, NoToken } from './token-source.ts';
import { createView } from './view.ts';

/** One launcher of one tenant. It requests nothing until a visitor is about to open it. */
export function createLauncher(origin: string, version: string, attributes: Options): LauncherApi {
  let options = attributes;
  let phase: Phase = off;
  let isInline = false;
  let ready = false;
  let unread = 0;
  let session: Session | undefined;
  let returnTo: Element | null | undefined;

  const { emit, ...events } = createEvents();
  const tokens = createTokenSource(() => options);
  const view = createView(origin, toggle, close, begin);
  const updatePhone = createPhoneMode(
    (isFull) => view.setMode(isInline, isFull),
    () => phase === opened && !isInline,
  );
  const place = createPlace(view.host, (inline) => {
    isInline = inline;
    updatePhone();
  });
  watchOpeners(() => options.launcher, toggle, begin);

  function begin(): void {
    if (!phase || session) return;
    session = startSession({
      origin,
      title: view.panel.ariaLabel ?? '',
      state,
      onState: view.showCover,
      onError: (code) => emit('error', { code }),
      onMessage: receive,
    });
    view.panel.prepend(session.frame);
  }

  function end(): void {
    tokens.forget();
    session?.end();
    session = undefined;
    ready = false;
    setUnread(0);
  }

  function open(): void {
    if (phase !== closed) return;
    returnTo = document.activeElement;
    begin();
    enter(opened);
    if (!isInline) session?.focus();
  }

  function close(): void {
    if (isInline || phase !== opened) return;
    const hadFocus = document.activeElement === view.host;
    enter(closed);
    // The last of them that is in the page and can be focused: a page may have replaced its body meanwhile.
    const own = options.launcher && document.querySelector(options.launcher);
    for (const each of [view.opener, own, returnTo]) {
      if (hadFocus && each instanceof HTMLElement) each.focus();
    }
    // The next opening tries again.
    if (!session?.isConnected) end();
  }

  function toggle(): void {
    if (phase === opened) close();
    else open();
  }

  /** Opens or closes the panel, and tells the chat and the page. */
  function enter(next: Phase): void {
    phase = next;
    const isOpen = next === opened;
    view.showOpen(isOpen);
    updatePhone();
    sendState();
    emit(isOpen ? 'open' : 'close');
  }

  function state() {
    const { theme = null, locale = null } = options;
    return { open: isInline ? null : phase === opened, theme, locale };
  }

  function sendState(): void {
    session?.send({ t: 'state', ...state() });
  }

  function setUnread(count: number): void {
    if (unread !== count) emit('unread', { count });
    unread = count;
    view.showUnread(count);
  }

  function receive(message: FrameMessage): void {
    if (message.t === 'token') void answer(message);
    else if (message.t === 'close') close();
    else if (message.t === 'unread') setUnread(message.count);
    else if (message.t !== 'connected') {
      const { t, ...detail } = message;
      ready = ready ? t !== 'signedout' : t === 'ready';
      emit(t, detail);
    }
  }

  async function answer({ id, reason }: Extract<FrameMessage, { t: 'token' }>): Promise<void> {
    const asker = session;
    const reply = await tokens.request(reason).then(
      (token) => ({ t: 'token', id, token }) as const,
      (error: unknown) => {
        console.warn('Parley:', error);
        return { t: 'token_failed', id, final: error instanceof NoToken } as const;
      },
    );
    if (session !== asker) return;
    session?.send(reply);
    if (reply.t === 'token') emit('token', { reason });
    else emit('error', { code: reply.t });
  }

  function command(message: HostMessage): void {
    open();
    session?.send(message);
  }

  function change(given: Options = {}): void {
    options = { ...options, ...given };
  }

  return {
    boot(given) {
      change(given);
      if (phase) return;
      phase = closed;
      view.apply(options);
      view.showOpen(false);
      place.show(null);
      if (`${options.open ?? false}` !== 'false') open();
    },
    update(given) {
      change(given);
      view.apply(options);
      sendState();
    },
    identify(given) {
      change(given);
      tokens.forget();
      session?.send({ t: 'identify' });
    },
    logout() {
      change({ token: undefined });
      if (session) emit('signedout');
      close();
      end();
    },
    shutdown() {
      isInline = false;
      close();
      phase = off;
      end();
      place.remove();
    },
    open,
    close,
    toggle,
    show() {
      view.opener.hidden = false;
    },
    hide() {
      view.opener.hidden = true;
    },
    ask: (text, given) => command({ t: 'ask', text, send: given?.send !== false }),
    newConversation: () => command({ t: 'new_conversation' }),
    openConversation: (uuid) => command({ t: 'open_conversation', conversation_uuid: uuid }),
    mount(target) {
      if (!phase) return;
      place.show(target);
      if (target) open();
    },
    ...events,
    get isOpen() {
      return phase === opened;
    },
    get unread() {
      return unread;
    },
    get ready() {
      return ready;
    },
    version,
  };
}
