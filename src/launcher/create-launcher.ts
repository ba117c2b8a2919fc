import type { FrameMessage, HostMessage } from '#contract/launcher.ts';
import { version } from './build-values.ts';
import { createEvents } from './events.ts';
import type { LauncherApi, Options } from './launcher-api.ts';
import { loadPanel } from './load-panel.ts';
import { chooseLocale } from './locale.ts';
import { watchOpeners } from './openers.ts';
import type { Panel } from './panel/main.ts';
import { closed, off, opened, type Phase } from './phase.ts';
import { createPlace } from './place.ts';
import { createView } from './view.ts';

/** One launcher of one tenant. It requests nothing until a visitor is about to open it. */
export function createLauncher(origin: string, attributes: Options, nonce: string): LauncherApi {
  let options = attributes;
  let phase: Phase = off;
  let isInline = false;
  let ready = false;
  let unread = 0;
  let panel: Panel | undefined;
  /** What to do with the panel once it has loaded; undefined while none is wanted. */
  let waiting: ((panel: Panel) => void)[] | undefined;
  let returnTo: Element | null | undefined;

  const { emit, ...events } = createEvents();
  const view = createView(toggle, close, begin);
  const place = createPlace(view.host, (inline) => {
    isInline = inline;
    view.showInline(inline);
    panel?.resize();
  });
  watchOpeners(() => options.launcher, toggle, begin);

  function begin(): void {
    if (!phase || waiting) return;
    waiting = [];
    const mine = waiting;
    loadPanel(origin, chooseLocale(options.locale), nonce).then(
      ({ startPanel }) => {
        if (waiting !== mine) return;
        panel = startPanel({ origin, view, state, options: () => options, emit, onMessage: receive });
        for (const act of mine) act(panel);
      },
      (error: unknown) => {
        if (waiting !== mine) return;
        console.error('Parley: script-src or the network blocks', error);
        emit('error', { code: 'network' });
        waiting = undefined;
        close();
      },
    );
  }

  /** With the panel, as soon as there is one. */
  function use(act: (panel: Panel) => void): void {
    if (panel) act(panel);
    else waiting?.push(act);
  }

  function end(): void {
    panel?.end();
    waiting = panel = undefined;
    ready = false;
    setUnread(0);
  }

  function open(): void {
    if (phase !== closed) return;
    returnTo = document.activeElement;
    begin();
    enter(opened);
    if (!isInline) use((each) => each.focus());
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
    if (!panel?.isConnected) end();
  }

  function toggle(): void {
    if (phase === opened) close();
    else open();
  }

  /** Opens or closes the panel, and notifies the chat and the page. */
  function enter(next: Phase): void {
    phase = next;
    const isOpen = next === opened;
    view.showOpen(isOpen);
    panel?.resize();
    sendState();
    emit(isOpen ? 'open' : 'close');
  }

  function state() {
    const { theme = null, locale } = options;
    const open = isInline ? null : phase === opened;
    return { open, theme, locale: locale || document.documentElement.lang || null };
  }

  function sendState(): void {
    panel?.send({ t: 'state', ...state() });
  }

  function setUnread(count: number): void {
    if (unread !== count) emit('unread', { count });
    unread = count;
    view.showUnread(count);
  }

  function receive(message: FrameMessage): void {
    if (message.t === 'close') close();
    else if (message.t === 'unread') setUnread(message.count);
    else {
      const { t, ...detail } = message;
      if (t === 'token' || t === 'connected') return;
      ready = ready ? t !== 'signedout' : t === 'ready';
      emit(t, detail);
    }
  }

  function command(message: HostMessage): void {
    open();
    use((each) => each.send(message));
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
      panel?.identify();
    },
    logout() {
      change({ token: undefined });
      if (waiting) emit('signedout');
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
