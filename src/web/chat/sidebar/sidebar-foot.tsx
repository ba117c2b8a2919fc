import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { UsageMeters } from './usage-meters.tsx';

/** The way to what is archived, and today's use. */
export function SidebarFoot() {
  const { archive, query } = useChat().list;
  const toggle = () => {
    archive.value = archive.value === null ? [] : null;
    query.value = '';
  };
  return (
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
  );
}
