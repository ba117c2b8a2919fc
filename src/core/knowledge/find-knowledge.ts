import type { Facts } from '#contract/context.ts';
import { DatabaseUnavailable } from '../errors.ts';
import type { FairLine } from '../shared/fair-line.ts';
import { withTimeout } from '../shared/wait.ts';
import type { CorpusKey } from './document-store.ts';
import { joinParts, type Passage } from './join-parts.ts';
import type { Knowledge } from './knowledge.ts';
import { fitsWhole, wholeBytes } from './offer-sources.ts';
import type { SearchedCorpora, SourceStore } from './source-store.ts';
import { areAbout, weighTerms } from './weigh-terms.ts';

/** How long a turn waits for what its documents say. */
const findMs = 500;

/** What is read of a question: the beginning and the end of a long one, because that is where people ask. */
const mostUnits = 4_000;

/** What a lexeme of the question before weighs beside one of the question. */
const previousWeight = 1 / 3;

/** Where documents are searched, by several clients at once. */
export interface KnowledgeSearch {
  readonly store: SourceStore;
  /** By client; null is the operator. */
  readonly line: FairLine<number | null>;
}

export interface AskedKnowledge {
  readonly corpus: CorpusKey;
  readonly question: string;
  /** Its words often say what "and for students?" is about; null without one. */
  readonly previous: string | null;
  readonly facts: Facts | null;
  /** Those of the models that may answer. */
  readonly windows: readonly number[];
}

/**
 * Finds what documents say to a question. An answer that could not look into them would be one that does not know of
 * them, so this throws DatabaseUnavailable where it takes too long. Null where there are no documents any more.
 */
export async function findKnowledge(
  { store, line }: KnowledgeSearch,
  asked: AskedKnowledge,
): Promise<Knowledge | null> {
  const late = new AbortController();
  const search = async () => ({ knowledge: await find(store, asked, late.signal) });
  const found = await withTimeout(findMs, line.run(asked.corpus.clientId, search, late.signal));
  if (found !== null) return found.knowledge;
  late.abort();
  throw new DatabaseUnavailable('Documents could not be searched in time');
}

async function find(
  store: SourceStore,
  asked: AskedKnowledge,
  signal: AbortSignal,
): Promise<Knowledge | null> {
  const texts = [{ text: bounded(asked.question), weight: 1 }];
  if (asked.previous !== null) texts.push({ text: bounded(asked.previous), weight: previousWeight });
  const searched = await store.search(asked.corpus, texts);
  // A place in the line is for those who still wait.
  signal.throwIfAborted();
  const { corpora } = searched;
  if (corpora.length === 0) return null;
  const facts = asked.facts ?? {};
  const bytes = corpora.reduce((sum, corpus) => sum + corpus.bytes, 0);
  const whole = bytes > wholeBytes ? null : await store.readAll(corpora, facts);
  const isEnough = whole !== null && asked.windows.every((window) => fitsWhole(whole, window));
  return { corpora, whole, found: isEnough ? [] : await findPassages(store, searched, facts) };
}

async function findPassages(
  store: SourceStore,
  { corpora, terms }: SearchedCorpora,
  facts: Facts,
): Promise<readonly Passage[]> {
  const all = corpora.reduce((sum, { chunks }) => sum + chunks, 0);
  const scored = weighTerms(terms, all);
  if (scored.length === 0) return [];
  const found = await store.find(corpora, scored, facts);
  return areAbout(terms, all, found.matched) ? joinParts(found) : [];
}

function bounded(text: string): string {
  if (text.length <= mostUnits) return text;
  return `${text.slice(0, mostUnits / 2)} ${text.slice(-mostUnits / 2)}`;
}
