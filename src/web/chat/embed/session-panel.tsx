import { laterText } from '../../shared/text/later-text.ts';

interface SessionPanelProps {
  readonly state: 'ended' | 'disabled' | 'waiting' | 'direct';
}

/** What a frame shows when there is nobody to chat as. */
export function SessionPanel({ state }: SessionPanelProps) {
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
        <a class="button primary" href="/">
          {session.openChat}
        </a>
      )}
    </main>
  );
}
