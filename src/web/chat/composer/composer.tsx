import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { SendIcon, StopIcon } from '../icons.tsx';
import { DeepDiveToggle, EarlierBar, whenLoaded } from '../parts.ts';
import { whyNotSend } from '../state/why-not-send.ts';
import { AiNotice, aiNoticeId } from './ai-notice.tsx';
import { placeCaret } from './caret-to-end.ts';
import { charactersOver } from './characters-over.ts';
import { ContextMeter } from './context-meter.tsx';
import { focusComposerUnlessTouch } from './focus-composer.ts';
import { isSendKey } from './is-send-key.ts';
import { NoticeBar, noticeId } from './notice-bar.tsx';

export function Composer() {
  const chat = useChat();
  const input = useRef<HTMLTextAreaElement>(null);
  const deepDive = useSignal(false);
  const open = chat.current.value;
  const draft = chat.drafts.draft.value;
  const running = open.running.value;
  const over = charactersOver(draft, chat.data.limits.promptCharacters);
  const isEarlier = open.earlier.value !== null;
  const isFirst = open.uuid.value === null && open.turns.value.length === 0;
  const refusal = whyNotSend(chat);
  const canSend = draft.trim() !== '' && over <= 0 && running === null && refusal === null && !isEarlier;

  useEffect(() => {
    // A frame that loads must not take the focus from the page around it.
    const mayFocus = chat.data.mode === 'page' || document.hasFocus();
    if (mayFocus) focusComposerUnlessTouch();
  }, [open]);
  useEffect(() => growWithText(input.current), [draft]);
  const placed = chat.drafts.placed.value;
  useEffect(() => {
    // Typing continues after a text that was put here.
    if (input.current !== null) placeCaret(input.current);
  }, [placed]);

  const send = () => {
    if (refusal !== null) chat.host?.onBlocked();
    if (!canSend) return;
    input.current?.focus();
    whenLoaded(chat, (part) => {
      // The text stays in the composer until it is sent; another conversation has another text.
      if (chat.current.peek() !== open) return;
      const detailed = isFirst && deepDive.value;
      deepDive.value = false;
      void part.sendQuestion(chat, chat.drafts.draft.peek(), detailed ? { detailed_response: true } : {});
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    send();
  };
  const stop = () => {
    // The button goes away.
    focusComposerUnlessTouch();
    whenLoaded(chat, (part) => void part.stopAnswer(chat));
  };
  return (
    <div class="composer">
      {isEarlier && <EarlierBar />}
      <NoticeBar />
      <form
        class="composer-card"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={input}
          rows={1}
          dir="auto"
          aria-label={text.composer.label}
          aria-describedby={isFirst ? aiNoticeId : undefined}
          placeholder={
            chat.paused.value ? text.composer.paused : text.composer.placeholder(chat.data.tenant.assistant)
          }
          enterkeyhint="send"
          value={draft}
          onInput={(event) => chat.drafts.write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div class="composer-tools">
          {isFirst && <DeepDiveToggle on={deepDive} />}
          {over > 0 && <span class="too-long">{text.composer.tooLong(over)}</span>}
          <ContextMeter />
          {running === null ? (
            <button
              type="submit"
              class="send"
              aria-label={text.composer.send}
              title={refusal ?? text.composer.send}
              aria-describedby={refusal === null ? undefined : noticeId}
              disabled={!canSend}
            >
              <SendIcon />
            </button>
          ) : (
            <button
              type="button"
              class="send stop"
              aria-label={text.composer.stop}
              title={text.composer.stop}
              disabled={running.stopped.value}
              onClick={stop}
            >
              <StopIcon />
            </button>
          )}
        </div>
      </form>
      {open.turns.value.length > 0 && <AiNotice />}
    </div>
  );
}

const growsByItself = CSS.supports('field-sizing', 'content');

/** For browsers whose text areas do not grow with their content. The style sheet sets the largest height. */
function growWithText(area: HTMLTextAreaElement | null): void {
  if (growsByItself || area === null) return;
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight}px`;
}
