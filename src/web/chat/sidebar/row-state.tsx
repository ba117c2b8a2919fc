import { useComputed } from '@preact/signals';
import type { ConversationSummary } from '#contract/resources.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { markOf } from '../state/marks.ts';
import { rowTime } from './row-time.ts';

/** What the page knows of a conversation's answer, or else when its last message was. */
export function RowState({ item }: { readonly item: ConversationSummary }) {
  const { conversation_uuid: uuid, last_message_at: moment } = item;
  const mark = useComputed(() => markOf(uuid)).value;
  const { answering, unread } = laterText.progress;
  if (mark === undefined) {
    return (
      <time class="row-state" dateTime={moment}>
        {rowTime(moment)}
      </time>
    );
  }
  return (
    <span class={`row-state ${mark}`} role="img" aria-label={mark === 'running' ? answering : unread}>
      <span class="pulse" />
    </span>
  );
}
