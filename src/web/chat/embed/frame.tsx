import { effect } from '@preact/signals';
import { protocol } from '#contract/launcher.ts';
import type { ChatPageData } from '#contract/pages.ts';
import { App } from '../app.tsx';
import { SessionPanel } from '../dialogs/session-panel.tsx';
import { showChosenLanguage } from '../state/frame-language.ts';
import { fixedToken, takeFrameToken } from './frame-token.ts';
import { LaunchedFrame } from './launched-frame.tsx';
import { startEmbed } from './start-embed.ts';

/** The first view of a frame. */
export async function startFrame(data: ChatPageData) {
  const token = takeFrameToken();
  await showChosenLanguage();
  // At top level, a link could sign a visitor in as another user.
  if (window.top === window) return <SessionPanel state="direct" tenant={data.tenant} />;
  if (token === null) return <LaunchedFrame data={data} />;
  const chat = startEmbed(data, fixedToken(token));
  effect(() => {
    if (chat.session.value === 'ended') notifySignedOut(data.embedOrigins);
  });
  return <App chat={chat} />;
}

/**
 * Notifies a page without a launcher that the token in the hash has ended, so that it can load the frame with
 * another.
 */
function notifySignedOut(origins: readonly string[]): void {
  const [ancestor] = location.ancestorOrigins ?? [];
  for (const origin of origins) {
    if (origin === (ancestor ?? origin)) parent.postMessage({ parley: protocol, t: 'signedout' }, origin);
  }
}
