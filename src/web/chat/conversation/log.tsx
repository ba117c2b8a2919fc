import { useRef } from 'preact/hooks';
import { IconButton } from '../../shared/components/icon-button.tsx';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { DownIcon } from '../icons.tsx';
import { whenLoaded } from '../parts.ts';
import { useFollow } from '../scrolling/use-follow.ts';
import { shownTurns } from '../state/open-conversation.ts';
import type { Turn } from '../state/turn.ts';
import { Greeting } from './greeting.tsx';
import { TurnView } from './turn-view.tsx';

export function Log() {
  const chat = useChat();
  const open = chat.current.value;
  const scroller = useRef<HTMLDivElement>(null);
  const { turns, earlierFrom } = shownTurns(open);
  const { hasMoreBelow, jump } = useFollow(scroller, chat);
  const isEmpty = turns.length === 0 && !open.loading.value;
  // A growing answer makes the browser lay out its siblings: one element, however many turns were loaded.
  const sent = open.turns.value.findIndex((turn) => turn.fresh);
  const loaded = useSame(sent < 0 ? turns : turns.slice(0, sent));
  const last = open.earlier.value === null ? turns.at(-1) : undefined;
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
            onClick={() => whenLoaded(chat, (part) => void part.showEarlier(chat))}
          >
            {text.conversation.earlier}
          </button>
        )}
        {turns.length === 0 && open.loading.value && <p class="loading">{text.loading}</p>}
        {loaded.length > 0 && (
          <div class="turns">
            <Turns
              turns={loaded}
              last={sent < 0 ? last : undefined}
              earlierFrom={Math.min(earlierFrom, loaded.length)}
            />
          </div>
        )}
        <Turns turns={turns.slice(loaded.length)} last={last} earlierFrom={earlierFrom - loaded.length} />
      </div>
      {hasMoreBelow.value && (
        <IconButton class="jump" label={text.conversation.jump} onClick={jump}>
          <DownIcon />
        </IconButton>
      )}
    </div>
  );
}

interface TurnsProps {
  readonly turns: readonly Turn[];
  readonly last: Turn | undefined;
  /** The place of the first that belongs to an earlier version. */
  readonly earlierFrom: number;
}

function Turns({ turns, last, earlierFrom }: TurnsProps) {
  const earlier = useChat().current.value.earlier.value;
  return (
    <>
      {turns.map((turn, index) => (
        <TurnView
          // The place of a question stays the same element, with the focus in it, whichever version it shows.
          key={index === earlierFrom ? earlier?.replacedBy.key : turn.key}
          turn={turn}
          isLast={turn === last}
          earlier={index < earlierFrom ? null : earlier}
        />
      ))}
    </>
  );
}

/** The previous list where it has the same members, so that its views are not drawn again. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const before = useRef(list);
  const isSame =
    list.length === before.current.length && list.every((each, nth) => each === before.current[nth]);
  if (!isSame) before.current = list;
  return before.current;
}
