import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { AiNotice } from '../composer/ai-notice.tsx';
import { whenLoaded } from '../parts.ts';
import { whyNotSend } from '../state/why-not-send.ts';

export function Greeting() {
  const chat = useChat();
  const { tenant } = chat.data;
  return (
    <div class="greeting">
      <AiNotice />
      <h2 dir="auto">{tenant.greeting ?? text.conversation.greeting}</h2>
      {tenant.starters.length > 0 && whyNotSend(chat) === null && (
        <ul class="starters">
          {tenant.starters.map((starter) => (
            <li key={starter}>
              <button
                type="button"
                dir="auto"
                onClick={() => whenLoaded(chat, (part) => void part.sendQuestion(chat, starter))}
              >
                {starter}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
