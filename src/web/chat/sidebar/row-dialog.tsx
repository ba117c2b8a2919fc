import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ConversationSummary } from '#contract/resources.ts';
import { addressOf } from '../address.ts';
import { DeleteDialog, RenameDialog } from '../dialogs.ts';

interface Asked {
  readonly name: 'rename' | 'delete';
  readonly item: ConversationSummary;
}

const asked = signal<Asked | null>(null);

export function askAbout(item: ConversationSummary, name: Asked['name']): void {
  asked.value = { name, item };
}

/**
 * The dialog that a row of a list has opened. It is beside the lists, because a row is rebuilt where its
 * conversation moves to, for instance when an answer in another window ends, and a dialog inside it would be lost with
 * what is typed there. Like every other dialog it ends with the page around it: a question about deleting would come
 * unexpected after signing in again.
 */
export function RowDialog() {
  useEffect(() => close, []);
  const { name, item } = asked.value ?? {};
  if (item === undefined) return null;
  const Dialog = name === 'rename' ? RenameDialog : DeleteDialog;
  return (
    <Dialog
      item={item}
      onClose={() => {
        close();
        requestAnimationFrame(() => keepFocus(item));
      }}
    />
  );
}

function close(): void {
  asked.value = null;
}

/** The dialog returns the focus to the button that opened it. When the row has moved, that button is gone. */
function keepFocus({ conversation_uuid: uuid }: ConversationSummary): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`.row a[href="${addressOf(uuid)}"]`)?.focus();
}
