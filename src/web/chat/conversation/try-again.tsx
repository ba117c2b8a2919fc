import { text } from '../../shared/text/text.ts';
import { sendQuestion } from '../actions/send-question.ts';
import { useChat } from '../chat-context.ts';

export function TryAgain({ question }: { readonly question: string }) {
  const chat = useChat();
  return (
    <button type="button" class="button small" onClick={() => void sendQuestion(chat, question)}>
      {text.tryAgain}
    </button>
  );
}
