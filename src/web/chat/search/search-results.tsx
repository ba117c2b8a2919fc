import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { locale } from '../../shared/text/format.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import { handleFailure } from '../actions/handle-failure.ts';
import { useChat } from '../chat-context.ts';
import { RowActions } from '../sidebar/row-actions.tsx';
import { RowFrame } from '../sidebar/row-frame.tsx';
import { Marked } from './marked.tsx';
import { type Hit, type Rest, searchConversations } from './search-conversations.ts';
import { showMessage } from './show-message.ts';
import { walkResults } from './walk-results.ts';
import { wordsOf } from './words-of.ts';

/** The longest pause between two letters of a reader who is still typing. */
const pauseMs = 250;

interface SearchResultsProps {
  readonly onChoose: () => void;
}

/** Conversations with all of the words in their title, or in one of their messages. */
export function SearchResults({ onChoose }: SearchResultsProps) {
  const chat = useChat();
  const query = chat.list.query.value.trim();
  const hits = useSignal<readonly Hit[]>([]);
  const rest = useSignal<Rest | null>(null);
  const busy = useSignal(true);
  const stop = useRef<AbortController | null>(null);
  /** What `hits` were found for. */
  const foundFor = useSignal<string | null>(null);
  /** What Enter was pressed for, perhaps before the search has answered or even begun. */
  const wantedFor = useSignal<string | null>(null);

  const search = async (cursor: string | null) => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    busy.value = true;
    try {
      await searchConversations(chat.send, query, cursor, controller.signal, (found, more) => {
        hits.value = [...hits.value, ...found];
        rest.value = more;
      });
    } catch (error) {
      if (!controller.signal.aborted) handleFailure(chat, error);
    }
    if (stop.current !== controller) return;
    busy.value = false;
    foundFor.value = query;
  };
  useEffect(() => {
    busy.value = true;
    if (wantedFor.peek() !== query) wantedFor.value = null;
    const timer = setTimeout(() => {
      foundFor.value = null;
      hits.value = [];
      rest.value = null;
      void search(null);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.current?.abort();
    };
  }, [query]);

  const words = useMemo(() => wordsOf(query), [query]);
  const open = (hit: Hit) => {
    void showMessage(chat, hit, words);
    onChoose();
  };
  // A key may be pressed before anything is painted.
  useLayoutEffect(
    () =>
      walkResults(() => {
        wantedFor.value = chat.list.query.peek().trim();
      }),
    [],
  );
  const [first] = hits.value;
  const isFirstWanted = wantedFor.value !== null && wantedFor.value === foundFor.value;
  useEffect(() => {
    if (!isFirstWanted) return;
    wantedFor.value = null;
    if (first) open(first);
  }, [isFirstWanted]);
  const more = rest.value;
  return (
    <section class="found">
      <p class="sidebar-empty" role="status">
        {stateText(hits.value.length, busy.value, more?.until ?? null)}
      </p>
      <ul>
        {hits.value.map((hit) => (
          <RowFrame key={hit.conversation_uuid} item={hit} Actions={RowActions} onOpen={() => open(hit)}>
            <span class="found-title" dir="auto">
              <Marked text={hit.title || text.conversation.untitled} words={words} />
            </span>
            {hit.match && (
              <span class="found-snippet" dir="auto">
                <Marked text={hit.match.snippet} words={words} />
              </span>
            )}
          </RowFrame>
        ))}
      </ul>
      {more !== null && !busy.value && (
        <button type="button" class="quiet-button" onClick={() => void search(more.cursor)}>
          {laterText.search.older}
        </button>
      )}
    </section>
  );
}

function stateText(count: number, busy: boolean, until: string | null): string {
  const { searching, none, noneSoFar, found, until: searchedUntil } = laterText.search;
  if (busy) return searching;
  if (until === null) return count === 0 ? none : found(count);
  return count === 0 ? noneSoFar(localDay(until)) : `${found(count)}. ${searchedUntil(localDay(until))}`;
}

function localDay(iso: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(new Date(iso));
}
