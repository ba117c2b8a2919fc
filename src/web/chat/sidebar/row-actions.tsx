import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Menu } from '../../shared/components/menu.tsx';
import { MenuIcon } from '../../shared/icons.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { archiveConversation, pinConversation } from '../actions/manage-conversations.tsx';
import { useChat } from '../chat-context.ts';
import { placeMenu } from './place-menu.ts';
import { askAbout } from './row-dialog.tsx';
import type { RowActionsProps } from './row-frame.tsx';
import { RowState } from './row-state.tsx';

/** How a conversation in a list stands, and one button for what can be done with it. */
export function RowActions({ item, describedBy }: RowActionsProps) {
  const wanted = useSignal(false);
  return (
    <>
      <RowState item={item} />
      <Menu
        label={laterText.manage.more}
        describedBy={describedBy}
        icon={<MenuIcon />}
        onApproach={({ currentTarget }) => {
          wanted.value = true;
          placeMenu(currentTarget);
        }}
      >
        {wanted.value && <RowMenu item={item} describedBy={describedBy} />}
      </Menu>
    </>
  );
}

function RowMenu({ item, describedBy }: RowActionsProps) {
  const chat = useChat();
  const { pinned, archived } = item;
  const { pin, unpin, archive, unarchive, rename, delete: erase } = laterText.manage;
  const putAway = () => {
    focusBeside(describedBy);
    void archiveConversation(chat, item, !archived);
  };
  return (
    <>
      {!archived && (
        <Choice onClick={() => void pinConversation(chat, item, !pinned)}>{pinned ? unpin : pin}</Choice>
      )}
      <Choice onClick={() => askAbout(item, 'rename')}>{rename}</Choice>
      <Choice onClick={putAway}>{archived ? unarchive : archive}</Choice>
      <Choice onClick={() => askAbout(item, 'delete')}>{erase}</Choice>
    </>
  );
}

interface ChoiceProps {
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

function Choice({ onClick, children }: ChoiceProps) {
  return (
    <button type="button" onClick={onClick}>
      {children}
    </button>
  );
}

/** The row is about to leave the list, and the focus must not leave with it. */
function focusBeside(id: string): void {
  const links = [...document.querySelectorAll<HTMLElement>('.row a')];
  const place = links.findIndex((link) => link.id === id);
  const next = links[place + 1] ?? links[place - 1] ?? document.querySelector<HTMLElement>('.new-chat');
  next?.focus();
}
