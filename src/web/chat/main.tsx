import './styles/chat.css';
import { render } from 'preact';
import { readFirstData } from '../shared/first-data.ts';
import { startText, withWords } from '../shared/text/chat-text.ts';
import { startTheme } from '../shared/theme.ts';
import { keepAboveKeyboard } from '../shared/viewport.ts';
import { App } from './app.tsx';
import { createChat } from './state/chat.ts';

const data = readFirstData('chat');
startTheme();
keepAboveKeyboard();

const host = document.getElementById('app');
if (host !== null) void start(host);

async function start(host: HTMLElement): Promise<void> {
  // What a frame shows is loaded beside the words, and both are there before anything is drawn.
  const frame = data.mode === 'embed' ? import('./embed/frame.tsx') : null;
  await startText();
  if (frame !== null) return render(await (await withWords(() => frame)).startFrame(data), host);
  const chat = createChat(data, null);
  render(<App chat={chat} />, host);
  if (data.passwordLink !== null) {
    const { showPasswordLinkNotice } = await withWords(() => import('./state/password-link-notice.ts'));
    showPasswordLinkNotice(chat.notice, data.passwordLink);
  }
}
