import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import type { FrameHost } from './frame-host.ts';

interface SessionPanelProps {
  readonly state: 'ended' | 'disabled' | 'waiting' | 'direct';
  /** Present under a launcher. */
  readonly host?: FrameHost | null;
}

/** What a frame shows when it has no user. */
export function SessionPanel({ state, host }: SessionPanelProps) {
  const { session } = laterText;
  const words = {
    ended: [session.ended, session.endedBody],
    disabled: [session.disabled, session.disabledBody],
    direct: [session.direct, session.directBody],
    waiting: [session.waiting, ''],
  }[state];
  return (
    <main class="session-panel">
      <h1>{words[0]}</h1>
      <p>{words[1]}</p>
      {state === 'direct' && (
        <a class="button primary" href="/" target="_blank" rel="noopener">
          {session.openChat}
        </a>
      )}
      {host && state === 'ended' && (
        <button type="button" class="button primary" onClick={host.retry}>
          {text.tryAgain}
        </button>
      )}
      {host?.canClose.value && (
        <button type="button" class="quiet-button" onClick={host.close}>
          {text.close}
        </button>
      )}
    </main>
  );
}
