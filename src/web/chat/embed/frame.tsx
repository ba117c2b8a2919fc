import type { ChatPageData } from '#contract/pages.ts';
import { App } from '../app.tsx';
import { fixedToken, takeFrameToken } from './frame-token.ts';
import { SessionPanel } from './session-panel.tsx';
import { startEmbed } from './start-embed.ts';

/** What a frame shows first. */
export function frame(data: ChatPageData) {
  const token = takeFrameToken();
  // At top level a link could sign a visitor in as somebody else.
  if (token === null || window.top === window) return <SessionPanel state="direct" />;
  return <App chat={startEmbed(data, fixedToken(token))} />;
}
