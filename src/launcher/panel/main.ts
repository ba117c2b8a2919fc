import type { FrameMessage, HostMessage, InitMessage } from '#contract/launcher.ts';
import type { EventName } from '../events.ts';
import type { Options } from '../launcher-api.ts';
import type { View } from '../view.ts';
import { explain, explainErrors } from './complaints.ts';
import { createCover } from './cover.ts';
import { createPageSource } from './page-source.ts';
import styles from './panel.css?inline';
import { createPhoneMode } from './phone.ts';
import { startSession } from './session.ts';
import { createTokenSource, NoToken } from './token-source.ts';

export interface PanelOptions {
  readonly origin: string;
  readonly view: View;
  readonly options: () => Options;
  readonly state: () => Omit<InitMessage, 't' | 'nonce' | 'restore'>;
  readonly emit: (name: EventName, detail?: object) => void;
  readonly onMessage: (message: FrameMessage) => void;
}

export type Panel = ReturnType<typeof startPanel>;

/** The second file: the chat in its frame, its tokens, and what the panel says while there is no chat. */
export function startPanel({ origin, view, options, state, emit, onMessage }: PanelOptions) {
  const tokens = createTokenSource(options);
  const pageNow = createPageSource(options);
  let sentPage: string | null = null;
  const showCover = createCover(origin, view, options);
  const stopExplaining = explainErrors(origin, () => session.fail('embed_blocked'));
  const phone = createPhoneMode(view, () => state().open === true);
  addStyles(view);
  const session = startSession({
    origin,
    view,
    state: () => ({ ...state(), restore: options().restore !== 'off' }),
    onState: showCover,
    // A frame that was reloaded knows nothing.
    onHello: () => sendPage(null),
    onError(code) {
      explain(code, origin);
      emit('error', { code });
    },
    onMessage(message) {
      if (message.t === 'token') void answer(message);
      if (message.t === 'error') explain(message.code, origin);
      onMessage(message);
    },
  });
  let isOver = false;
  phone.update();

  async function answer({ id, reason }: Extract<FrameMessage, { t: 'token' }>): Promise<void> {
    const reply = await tokens.request(reason).then(
      (token) => ({ t: 'token', id, token }) as const,
      (error: unknown) => {
        if (error instanceof NoToken && error.signInUrl) send({ t: 'sign_in', url: error.signInUrl });
        return { t: 'token_failed', id, final: error instanceof NoToken } as const;
      },
    );
    if (isOver) return;
    send(reply);
    if (reply.t === 'token') emit('token', { reason });
    else emit('error', { code: reply.t });
  }

  /** Before everything else, so that a question has the page on which it was asked. */
  function send(message: HostMessage): void {
    if (isOver) return;
    sendPage();
    session.send(message);
  }

  function sendPage(known = sentPage): void {
    sentPage = pageNow();
    if (sentPage !== known) session.send({ t: 'page', page: sentPage });
  }

  return {
    get isConnected(): boolean {
      return session.isConnected;
    },
    send,
    focus: session.focus,
    /** The panel was opened or closed, or put elsewhere. */
    resize: phone.update,
    identify(): void {
      tokens.forget();
      send({ t: 'identify' });
    },
    end(): void {
      isOver = true;
      stopExplaining();
      phone.end();
      session.end();
    },
  };
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);

function addStyles({ shadow }: View): void {
  if (!shadow.adoptedStyleSheets.includes(sheet)) shadow.adoptedStyleSheets.push(sheet);
}
