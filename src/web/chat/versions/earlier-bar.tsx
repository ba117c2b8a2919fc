import { laterText } from '../../shared/text/later-text.ts';
import { replaceQuestion } from '../actions/replace-question.ts';
import { useChat } from '../chat-context.ts';
import { focusComposer } from '../composer/focus-composer.ts';
import { whyNotSend } from '../state/why-not-send.ts';

/** Says that the page shows an earlier version, no longer part of the conversation, with links back to it. */
export function EarlierBar() {
  const chat = useChat();
  const open = chat.current.value;
  const earlier = open.earlier.value;
  if (earlier === null) return null;
  const back = () => {
    open.earlier.value = null;
    focusComposer();
  };
  const askAgain = () => {
    open.earlier.value = null;
    void replaceQuestion(chat, earlier.replacedBy, earlier.turns[0]?.question.value ?? '');
  };
  const { earlier: words, back: backWords, askAgain: askWords } = laterText.versions;
  return (
    <div class="notice">
      <p>{words}</p>
      <button type="button" class="button small" onClick={back}>
        {backWords}
      </button>
      {open.running.value === null && whyNotSend(chat) === null && (
        <button type="button" class="button small" onClick={askAgain}>
          {askWords}
        </button>
      )}
    </div>
  );
}
