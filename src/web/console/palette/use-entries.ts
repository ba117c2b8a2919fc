import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useConsole } from '../console-context.ts';
import type { Api } from '../state/api.ts';
import { call } from '../state/call.ts';
import { wordsForFailure } from '../state/words-for-failure.ts';
import { type Entry, foundEntry, partnerEntry, screenEntries } from './entries.ts';

interface Answered {
  /** What was asked for. */
  readonly query: string;
  readonly things: readonly Entry[];
  readonly partners: readonly Entry[];
}

interface Failed {
  readonly query: string;
  readonly words: string;
}

interface Entries {
  readonly entries: readonly Entry[];
  /** The service has not answered yet what is typed now. */
  readonly isLooking: boolean;
  readonly problem: string | null;
}

const pauseMs = 150;
const shownPartners = 6;
/** Shorter texts are names that are still being typed. */
const shortestId = 3;

/** What is called `typed`: ids first, since nothing else is meant by one; then screens, then partners. */
export function useEntries(typed: string): Entries {
  const query = typed.trim();
  const { api, noticeFailure } = useConsole();
  const answered = useSignal<Answered | null>(null);
  const failed = useSignal<Failed | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    const look = async () => {
      try {
        const found = await ask(api, query, ending.signal);
        if (ending.signal.aborted) return;
        answered.value = { query, ...found };
        failed.value = null;
      } catch (error) {
        if (ending.signal.aborted) return;
        noticeFailure(error);
        failed.value = { query, words: wordsForFailure(error) };
      }
    };
    const timer = setTimeout(() => void look(), pauseMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [query]);
  // A failure says nothing of what is typed next.
  const problem = failed.value?.query === query ? failed.value.words : null;
  const isLooking = answered.value?.query !== query;
  const { things = [], partners = [] } = (isLooking ? null : answered.value) ?? {};
  return {
    entries: [...things, ...screenEntries(query), ...partners],
    isLooking: isLooking && problem === null,
    problem,
  };
}

async function ask(api: Api, q: string, signal: AbortSignal): Promise<Omit<Answered, 'query'>> {
  // Without a word, the partners with the latest questions.
  const sort = q === '' ? 'last_active' : 'name';
  const listing = call('listClients', { query: { q, sort, limit: shownPartners } });
  const [partners, things] = await Promise.all([
    api.read(listing, { signal }),
    q.length < shortestId ? null : api.read(call('findById', { query: { id: q } }), { signal }),
  ]);
  return {
    partners: partners === 'unchanged' ? [] : partners.data.data.map(partnerEntry),
    things:
      things === null || things === 'unchanged' ? [] : things.data.data.map((thing) => foundEntry(thing, q)),
  };
}
