import './styles/chat.css';
import { render } from 'preact';
import { readFirstData } from '../shared/first-data.ts';
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
  if (data.mode === 'embed') return render((await import('./embed/frame.tsx')).frame(data), host);
  const chat = createChat(data, null);
  render(<App chat={chat} />, host);
  if (data.passwordLink !== null) {
    const part = await import('./state/password-link-notice.ts');
    part.showPasswordLinkNotice(chat.notice, data.passwordLink);
  }
}
