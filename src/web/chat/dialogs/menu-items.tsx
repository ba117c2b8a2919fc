import { LanguageChoice } from '../../shared/components/language-choice.tsx';
import { ThemeChoice } from '../../shared/components/theme-choice.tsx';
import { language } from '../../shared/text/chat-text.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { chooseLanguage } from '../actions/choose-language.ts';
import { handleFailure } from '../actions/handle-failure.ts';
import { printConversation } from '../actions/print-conversation.ts';
import { useChat } from '../chat-context.ts';
import { exportAll, exportCall, exportConversation } from '../state/export-conversation.ts';
import { canNotify } from '../state/notifications.ts';
import { NotifySwitch } from './notify-switch.tsx';
import type { OwnDialogName } from './own-dialog.tsx';

interface MenuItemsProps {
  readonly onShortcuts: () => void;
  readonly onDialog: (name: OwnDialogName) => void;
}

export function MenuItems({ onShortcuts, onDialog }: MenuItemsProps) {
  const chat = useChat();
  const { accountUrl, mode, signOutUrl, user } = chat.data;
  const uuid = chat.current.value.uuid.value;
  const fail = (error: unknown) => handleFailure(chat, error);
  const exportAs = (format: 'markdown' | 'json') => {
    if (uuid === null) return;
    exportConversation(chat.send, uuid, format).catch(fail);
  };
  return (
    <>
      {user && <p class="menu-user">{user.label}</p>}
      <button type="button" disabled={uuid === null} onClick={() => exportAs('markdown')}>
        {laterText.menu.exportMarkdown}
      </button>
      <button type="button" disabled={uuid === null} onClick={() => exportAs('json')}>
        {laterText.menu.exportJson}
      </button>
      <button type="button" disabled={uuid === null} onClick={() => void printConversation(chat)}>
        {laterText.menu.print}
      </button>
      {mode === 'page' ? (
        <a href={exportCall.address} download>
          {laterText.menu.exportAll}
        </a>
      ) : (
        <button type="button" onClick={() => void exportAll(chat.request).catch(fail)}>
          {laterText.menu.exportAll}
        </button>
      )}
      <button type="button" onClick={() => onDialog('delete-all')}>
        {laterText.menu.deleteAll}
      </button>
      {mode === 'page' && canNotify && <NotifySwitch />}
      <ThemeChoice legend={laterText.menu.theme} names={laterText.menu.themes} />
      <LanguageChoice chosen={language.value} onChoose={(wanted) => void chooseLanguage(chat, wanted)} />
      <button type="button" onClick={onShortcuts}>
        {laterText.menu.shortcuts}
        <kbd>?</kbd>
      </button>
      {accountUrl && <a href={accountUrl}>{laterText.menu.account}</a>}
      {signOutUrl && (
        <>
          <button type="button" onClick={() => onDialog('password')}>
            {laterText.menu.password}
          </button>
          <form method="post" action={signOutUrl}>
            <button type="submit">{laterText.menu.signOut}</button>
          </form>
          <button type="button" onClick={() => onDialog('everywhere')}>
            {laterText.menu.signOutEverywhere}
          </button>
        </>
      )}
    </>
  );
}
