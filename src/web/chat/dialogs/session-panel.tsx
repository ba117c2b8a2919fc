import type { PageTenant } from '#contract/pages.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import type { SessionState } from '../state/chat.ts';
import type { FrameHost } from '../state/frame-host.ts';

interface SessionPanelProps {
  readonly state: Exclude<SessionState, 'open'> | 'waiting' | 'direct';
  readonly tenant: PageTenant;
  /** Present under a launcher. */
  readonly host?: FrameHost | null;
}

/** What a frame shows when it has no user. */
export function SessionPanel({ state, tenant, host }: SessionPanelProps) {
  const { session } = laterText;
  const words = {
    ended: [session.ended, session.endedBody],
    signed_out: [session.signedOut, session.signedOutBody],
    unavailable: [session.unavailable, session.unavailableBody],
    disabled: [session.disabled, session.disabledBody],
    direct: [session.direct, session.directBody],
    waiting: [session.waiting, ''],
  }[state];
  const isOut = state === 'signed_out' || state === 'ended';
  const signInUrl = (isOut && host?.signInUrl.value) || null;
  return (
    <main class="session-panel">
      {tenant.logo && <img class="logo" src="/brand/logo" alt="" />}
      <p dir="auto">{tenant.assistant}</p>
      <h1>{words[0]}</h1>
      <p>{words[1]}</p>
      {state === 'direct' && (
        <a class="button primary" href="/" target="_blank" rel="noopener">
          {session.openChat}
        </a>
      )}
      {signInUrl !== null && (
        <a class="button primary" href={signInUrl} target="_top">
          {session.signIn}
        </a>
      )}
      {host && state !== 'disabled' && (
        <button type="button" class={signInUrl === null ? 'button primary' : 'button'} onClick={host.retry}>
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
