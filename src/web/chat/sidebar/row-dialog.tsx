import { signal } from '@preact/signals';
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
 * What a row of a list asks. It stands beside the lists, because a row is drawn again where its conversation moves to,
 * as when an answer in another window ends, and would take the dialog and what is typed there away.
 */
export function RowDialog() {
  const { name, item } = asked.value ?? {};
  if (item === undefined) return null;
  const Dialog = name === 'rename' ? RenameDialog : DeleteDialog;
  return (
    <Dialog
      item={item}
      onClose={() => {
        asked.value = null;
        requestAnimationFrame(() => keepFocus(item));
      }}
    />
  );
}

/** The button that opened the dialog, which has the focus again, went away if the row has moved. */
function keepFocus({ conversation_uuid: uuid }: ConversationSummary): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`.row a[href="${addressOf(uuid)}"]`)?.focus();
}
