import { Menu } from '../shared/components/menu.tsx';
import { MenuIcon } from '../shared/icons.tsx';
import { text } from '../shared/text/text.ts';
import { chooseTheme, theme, themes } from '../shared/theme.ts';
import { useChat } from './chat-context.ts';
import { handleFailure } from './state/handle-failure.ts';

export function PageMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const chat = useChat();
  const { accountUrl, signOutUrl, user } = chat.data;
  const uuid = chat.current.value.uuid.value;
  const exportAs = (format: 'markdown' | 'json') => {
    if (uuid === null) return;
    import('./state/export-conversation.ts')
      .then((part) => part.exportConversation(chat.client, uuid, format))
      .catch((error: unknown) => handleFailure(chat, error));
  };
  return (
    <Menu label={text.menu.open} icon={<MenuIcon />}>
      {user && <p class="menu-user">{user.label}</p>}
      <button type="button" disabled={uuid === null} onClick={() => exportAs('markdown')}>
        {text.menu.exportMarkdown}
      </button>
      <button type="button" disabled={uuid === null} onClick={() => exportAs('json')}>
        {text.menu.exportJson}
      </button>
      <ThemeChoice />
      <button type="button" onClick={onShortcuts}>
        {text.menu.shortcuts}
        <kbd>?</kbd>
      </button>
      {accountUrl && <a href={accountUrl}>{text.menu.account}</a>}
      {signOutUrl && (
        <form method="post" action={signOutUrl}>
          <button type="submit">{text.menu.signOut}</button>
        </form>
      )}
    </Menu>
  );
}

function ThemeChoice() {
  return (
    <fieldset class="theme-choice">
      <legend class="visually-hidden">{text.menu.theme}</legend>
      {themes.map((name) => (
        <button
          key={name}
          type="button"
          data-stay
          aria-pressed={theme.value === name}
          onClick={() => chooseTheme(name)}
        >
          {text.menu.themes[name]}
        </button>
      ))}
    </fieldset>
  );
}
