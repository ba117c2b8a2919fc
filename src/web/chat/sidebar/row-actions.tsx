import { useComputed } from '@preact/signals';
import { IconButton } from '../../shared/components/icon-button.tsx';
import { icon } from '../../shared/icons.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { archiveConversation, pinConversation } from '../actions/manage-conversations.tsx';
import { useChat } from '../chat-context.ts';
import { PencilIcon } from '../icons.tsx';
import { markOf } from '../state/marks.ts';
import { askAbout } from './row-dialog.tsx';
import type { RowActionsProps } from './row-frame.tsx';

/** The actions on a conversation in a list. */
export function RowActions({ item, describedBy }: RowActionsProps) {
  const chat = useChat();
  const { pinned, archived } = item;
  const { pin, unpin, archive, unarchive, rename, delete: erase } = laterText.manage;
  const putAway = () => {
    focusBeside(describedBy);
    void archiveConversation(chat, item, !archived);
  };
  return (
    <>
      <RowMark uuid={item.conversation_uuid} />
      <span class="row-actions">
        {!archived && (
          <IconButton
            label={pinned ? unpin : pin}
            describedBy={describedBy}
            onClick={() => void pinConversation(chat, item, !pinned)}
          >
            {pinned ? <UnpinIcon /> : <PinIcon />}
          </IconButton>
        )}
        <IconButton label={rename} describedBy={describedBy} onClick={() => askAbout(item, 'rename')}>
          <PencilIcon />
        </IconButton>
        <IconButton label={archived ? unarchive : archive} describedBy={describedBy} onClick={putAway}>
          {archived ? <UnarchiveIcon /> : <ArchiveIcon />}
        </IconButton>
        <IconButton label={erase} describedBy={describedBy} onClick={() => askAbout(item, 'delete')}>
          <TrashIcon />
        </IconButton>
      </span>
    </>
  );
}

function RowMark({ uuid }: { readonly uuid: string }) {
  const mark = useComputed(() => markOf(uuid)).value;
  if (mark === undefined) return null;
  const { answering, unread } = laterText.progress;
  return (
    <span class={`mark ${mark}`} role="img" aria-label={mark === 'running' ? answering : unread}>
      <span class="pulse" />
    </span>
  );
}

/** The row is about to leave the list, and the focus must not leave with it. */
function focusBeside(id: string): void {
  const links = [...document.querySelectorAll<HTMLElement>('.row a')];
  const place = links.findIndex((link) => link.id === id);
  const next = links[place + 1] ?? links[place - 1] ?? document.querySelector<HTMLElement>('.new-chat');
  next?.focus();
}

const PinIcon = icon(<path d="M7 3.5h6l-.7 5 2.2 2.5h-9l2.2-2.5zM10 11v6" />);
const UnpinIcon = icon(<path d="M7 3.5h6l-.7 5 2.2 2.5h-9l2.2-2.5zM10 11v6M3.5 3.5l13 13" />);
const TrashIcon = icon(<path d="M4 5.8h12M8 5.5V4h4v1.5M5.5 6l.7 10h7.6l.7-10M8.5 9v4.2M11.5 9v4.2" />);
const ArchiveIcon = icon(<path d="M3.5 4.5h13v3h-13zM4.5 7.5v8h11v-8M8 10.5h4" />);
const UnarchiveIcon = icon(<path d="M3.5 4.5h13v3h-13zM4.5 7.5v8h11v-8M10 14V9.5m-2 2 2-2 2 2" />);
