import './styles/chat.css';
import { render } from 'preact';
import { readFirstData } from '../shared/first-data.ts';
import { setAccent, startTheme } from '../shared/theme.ts';
import { keepAboveKeyboard } from '../shared/viewport.ts';
import { App } from './app.tsx';
import { fixedToken, takeFrameToken } from './embed/frame-token.ts';
import { SessionPanel } from './embed/session-panel.tsx';
import { startEmbed } from './embed/start-embed.ts';
import { createChat } from './state/chat.ts';

const data = readFirstData('chat');
startTheme();
setAccent(data.tenant.accent);
keepAboveKeyboard();

const host = document.getElementById('app');
if (host !== null) render(data.mode === 'page' ? <App chat={createChat(data, null)} /> : frame(), host);

function frame() {
  const token = takeFrameToken();
  // At top level a link could sign a visitor in as somebody else.
  if (token === null || window.top === window) return <SessionPanel state="direct" />;
  return <App chat={startEmbed(data, fixedToken(token))} />;
}
