import { useRef } from 'preact/hooks';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { DownIcon } from '../icons.tsx';
import { withRest } from '../parts.ts';
import { useFollow } from '../scrolling/use-follow.ts';
import { shownTurns } from '../state/open-conversation.ts';
import { Greeting } from './greeting.tsx';
import { TurnView } from './turn-view.tsx';

export function Log() {
  const chat = useChat();
  const open = chat.current.value;
  const scroller = useRef<HTMLDivElement>(null);
  const { turns, earlierFrom } = shownTurns(open);
  const earlier = open.earlier.value;
  const { hasMoreBelow, jump } = useFollow(scroller, chat);
  const isEmpty = turns.length === 0 && !open.loading.value;
  return (
    <div class="log-frame">
      <div
        ref={scroller}
        class="log"
        role="log"
        aria-label={text.conversation.log}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {isEmpty && <Greeting />}
        {open.earlierCursor.value !== null && (
          <button
            type="button"
            class="quiet-button earlier"
            disabled={open.loading.value}
            onClick={() => withRest(chat, (part) => void part.showEarlier(chat))}
          >
            {text.conversation.earlier}
          </button>
        )}
        {turns.length === 0 && open.loading.value && <p class="loading">{text.loading}</p>}
        {turns.map((turn, index) => (
          <TurnView
            // The place of a question stays the same element, with the focus in it, whichever version it shows.
            key={index === earlierFrom ? earlier?.replacedBy.key : turn.key}
            turn={turn}
            isLast={earlier === null && index === turns.length - 1}
            earlier={index < earlierFrom ? null : earlier}
          />
        ))}
      </div>
      {hasMoreBelow.value && (
        <button type="button" class="jump" onClick={jump}>
          <DownIcon />
          {text.conversation.jump}
        </button>
      )}
    </div>
  );
}
