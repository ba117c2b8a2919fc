import { effect } from '@preact/signals';
import type { ChatPageData } from '#contract/pages.ts';
import { App } from '../app.tsx';
import { fixedToken, takeFrameToken } from './frame-token.ts';
import { LaunchedFrame } from './launched-frame.tsx';
import { notifySignedOut } from './notify-page.ts';
import { SessionPanel } from './session-panel.tsx';
import { startEmbed } from './start-embed.ts';

/** The first view of a frame. */
export function frame(data: ChatPageData) {
  const token = takeFrameToken();
  // At top level, a link could sign a visitor in as another user.
  if (window.top === window) return <SessionPanel state="direct" />;
  if (token === null) return <LaunchedFrame data={data} />;
  const chat = startEmbed(data, fixedToken(token));
  effect(() => {
    if (chat.session.value === 'ended') notifySignedOut(data.embedOrigins);
  });
  return <App chat={chat} />;
}
