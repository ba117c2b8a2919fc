import {
  type FrameMessage,
  handshakeMs,
  type InitMessage,
  type LauncherErrorCode,
} from '#contract/launcher.ts';
import { element } from '../element.ts';
import type { View } from '../view.ts';
import { openChannel } from './channel.ts';
import { keepFocus } from './keep-focus.ts';

export interface SessionOptions {
  readonly origin: string;
  readonly view: Pick<View, 'panel'>;
  readonly state: () => Omit<InitMessage, 't' | 'nonce'>;
  readonly onState: (state: 'loading' | 'blocked' | 'none') => void;
  /** A document in the frame is about to get its port. */
  readonly onHello: () => void;
  readonly onError: (code: LauncherErrorCode) => void;
  readonly onMessage: (message: FrameMessage) => void;
}

/** One frame from its creation to its removal. Its URL contains no token. */
export function startSession({ origin, view, state, onState, onHello, onError, onMessage }: SessionOptions) {
  const title = view.panel.ariaLabel ?? '';
  const src = `${origin}/embed${localeQuery(state().locale)}`;
  const frame = element('iframe', { title, allow: 'clipboard-write', src });
  let connected = false;
  let timer: ReturnType<typeof setTimeout>;

  const focus = keepFocus(frame, () => connected && !view.panel.inert);
  const channel = openChannel({
    frame,
    origin,
    state,
    // It may have been reloaded for another user, so nothing of it is shown before it is connected.
    onHello() {
      wait('handshake_timeout');
      onHello();
    },
    onMessage(message) {
      if (message.t !== 'connected') return onMessage(message);
      show(true);
      focus.again();
    },
  });
  wait('embed_blocked');
  view.panel.prepend(frame);

  function show(is: boolean): void {
    connected = is;
    clearTimeout(timer);
    frame.className = is ? '' : 'waiting';
    onState(is ? 'none' : 'loading');
  }

  function wait(code: LauncherErrorCode): void {
    show(false);
    timer = setTimeout(fail, handshakeMs, code);
  }

  function fail(code: LauncherErrorCode): void {
    if (connected) return;
    clearTimeout(timer);
    onState('blocked');
    onError(code);
  }

  return {
    get isConnected(): boolean {
      return connected;
    },
    send: channel.send,
    fail,
    /** Focuses the chat, now or once it has loaded. */
    focus: focus.now,
    end(): void {
      clearTimeout(timer);
      channel.close();
      frame.remove();
    },
  };
}

/** Where the page is in another language than the browser, the frame comes with the words of the page at once. */
function localeQuery(locale: string | null): string {
  const primary = (tag: string) => tag.split('-', 1)[0]?.toLowerCase();
  if (!locale || primary(locale) === primary(navigator.language)) return '';
  return `?${new URLSearchParams({ locale })}`;
}
