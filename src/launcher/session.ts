import {
  type FrameMessage,
  handshakeMs,
  type InitMessage,
  type LauncherErrorCode,
} from '#contract/launcher.ts';
import { openChannel } from './channel.ts';
import { element } from './element.ts';

export interface SessionOptions {
  readonly origin: string;
  readonly title: string;
  readonly state: () => Omit<InitMessage, 't' | 'nonce'>;
  readonly onState: (state: 'loading' | 'blocked' | 'none') => void;
  readonly onError: (code: LauncherErrorCode) => void;
  readonly onMessage: (message: FrameMessage) => void;
}

export type Session = ReturnType<typeof startSession>;

/** One frame from its creation to its removal. Its URL contains no token. */
export function startSession({ origin, title, state, onState, onError, onMessage }: SessionOptions) {
  const frame = element('iframe', { title, allow: 'clipboard-write', src: `${origin}/embed` });
  let connected = false;
  let wantsFocus = false;
  let timer: ReturnType<typeof setTimeout>;

  const channel = openChannel({
    frame,
    origin,
    state,
    // It may have been reloaded for another user, so nothing of it is shown before it is connected.
    onHello: () => wait('handshake_timeout'),
    onMessage(message) {
      if (message.t !== 'connected') return onMessage(message);
      show(true);
      if (wantsFocus) frame.focus();
    },
  });
  wait('embed_blocked');

  function show(is: boolean): void {
    connected = is;
    clearTimeout(timer);
    frame.className = is ? '' : 'waiting';
    onState(is ? 'none' : 'loading');
  }

  function wait(code: LauncherErrorCode): void {
    show(false);
    timer = setTimeout(() => {
      onState('blocked');
      onError(code);
    }, handshakeMs);
  }

  return {
    frame,
    get isConnected(): boolean {
      return connected;
    },
    send: channel.send,
    /** Focuses the chat, now or once it has loaded. */
    focus(): void {
      wantsFocus = true;
      if (connected) frame.focus();
    },
    end(): void {
      clearTimeout(timer);
      channel.close();
      frame.remove();
    },
  };
}
