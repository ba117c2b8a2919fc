import { useEffect } from 'preact/hooks';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { closeMenuOnScroll } from './place-menu.ts';
import { RowDialog } from './row-dialog.tsx';
import { UsageMeters } from './usage-meters.tsx';

/** The link to the archive, today's usage, and the dialog that a row above has opened. */
export function SidebarFoot() {
  const { archive, query } = useChat().list;
  useEffect(closeMenuOnScroll, []);
  const toggle = () => {
    archive.value = archive.value === null ? [] : null;
    query.value = '';
  };
  return (
    <>
      <footer>
        <button
          type="button"
          class="quiet-button archived"
          aria-pressed={archive.value !== null && query.value === ''}
          onClick={toggle}
        >
          {text.sidebar.archived}
        </button>
        <UsageMeters />
      </footer>
      <RowDialog />
    </>
  );
}
