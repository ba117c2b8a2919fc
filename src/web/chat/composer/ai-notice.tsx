import { language } from '../../shared/text/chat-text.ts';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';

export const aiNoticeId = 'ai-notice';

/** The line about the AI: above the first question, and below the message field after it. No setting changes the mark. */
export function AiNotice() {
  const { aiNotice } = useChat().data.tenant;
  return (
    <p class="ai-notice" id={aiNoticeId}>
      <b lang="en">AI</b> <bdi>{aiNotice[language.value] ?? text.composer.hint}</bdi>
    </p>
  );
}
