import type { ChatPageData } from '#contract/pages.ts';
import { App } from '../app.tsx';
import { fixedToken, takeFrameToken } from './frame-token.ts';
import { LaunchedFrame } from './launched-frame.tsx';
import { SessionPanel } from './session-panel.tsx';
import { startEmbed } from './start-embed.ts';

/** What a frame shows first. */
export function frame(data: ChatPageData) {
  const token = takeFrameToken();
  // At top level a link could sign a visitor in as somebody else.
  if (window.top === window) return <SessionPanel state="direct" />;
  if (token === null) return <LaunchedFrame data={data} />;
  return <App chat={startEmbed(data, fixedToken(token))} />;
}
