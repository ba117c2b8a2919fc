import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import type { Turn } from '../state/turn.ts';
import { tryAgain } from './try-again.ts';

export function TryAgain({ turn }: { readonly turn: Turn }) {
  const chat = useChat();
  const { running, uuid } = chat.current.value;
  if (running.value !== null || uuid.value === null || chat.paused.value) return null;
  const isWithdrawn = turn.uuid.value !== null && turn.uuid.value === chat.drafts.withdrawn.value;
  return (
    <>
      {isWithdrawn && <p>{laterText.versions.withdrawn}</p>}
      <button type="button" class="button small" onClick={() => void tryAgain(chat, turn)}>
        {text.tryAgain}
      </button>
    </>
  );
}
