import type { SearchEntry } from './site-file.ts';

export interface SearchResult {
  readonly address: string;
  readonly page: string;
  readonly title: string;
  /** The text around the first word that was found, in parts; the found words are marked. */
  readonly excerpt: readonly { readonly text: string; readonly found: boolean }[];
}

interface Indexed {
  readonly entry: SearchEntry;
  readonly title: string;
  readonly names: readonly string[];
  readonly page: string;
  readonly text: string;
}

const maxCharacters = 200;
const maxWords = 12;
const maxResults = 20;
const excerptCharacters = 160;

/** Words of a question that say nothing about its subject. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a about an and any are as at be been by can could did do does for from get gets give got had has have how i if ' +
    'in into is it its just like may me my need of off on one or our out please should so some tell than that the ' +
    'their them then there these they this those to up us use was we were what when where which who why will with ' +
    'would you your'
  ).split(' '),
);

/**
 * Searches the documentation. All of it is a few hundred kilobytes, so a query reads the text itself, in a few
 * milliseconds, and no index of words is kept.
 */
export class SearchIndex {
  readonly #entries: readonly Indexed[];

  constructor(entries: readonly SearchEntry[]) {
    this.#entries = entries.map((entry) => ({
      entry,
      title: normal(entry.title),
      names: entry.names.map(normal),
      page: normal(entry.page),
      text: normal(entry.text),
    }));
  }

  /** Best first: entries that match most of the query, where rare words count more. */
  find(query: string): SearchResult[] {
    const wanted = normal(query.slice(0, maxCharacters));
    const words = wordsOf(wanted);
    if (words.length === 0) return [];
    const all = this.#entries.map((indexed) => ({
      indexed,
      found: words.map((word) => pointsFor(indexed, word)),
    }));
    const weights = words.map((_word, place) => {
      const having = all.filter(({ found }) => (found[place] ?? 0) > 0).length;
      return having === 0 ? 0 : Math.log(1 + all.length / having);
    });
    const scored = all.map(({ indexed, found }) => ({
      indexed,
      ...scoreOf(indexed, wanted, found, weights),
    }));
    const best = Math.max(...scored.map(({ matched }) => matched));
    return scored
      .filter(({ matched }) => matched > 0 && matched >= best / 2)
      .sort((left, right) => right.points - left.points)
      .slice(0, maxResults)
      .map(({ indexed: { entry } }) => ({
        address: entry.address,
        page: entry.page,
        title: entry.title,
        excerpt: excerptOf(entry.text, words),
      }));
  }
}

/** What a query asks for, in the singular: the beginning of a word is enough to be found. */
function wordsOf(wanted: string): string[] {
  const all = wanted.split(' ').filter((word) => word !== '');
  const telling = all.filter((word) => !stopWords.has(word));
  const words = (telling.length === 0 ? all : telling).map((word) => word.replace(/(?<=\w{3})(?<!s)s$/, ''));
  return [...new Set(words)].slice(0, maxWords);
}

function pointsFor({ title, names, page, text }: Indexed, word: string): number {
  return (
    (placesOf(title, word, 1).length > 0 ? 30 : 0) +
    (names.some((name) => placesOf(name, word, 1).length > 0) ? 15 : 0) +
    (placesOf(page, word, 1).length > 0 ? 6 : 0) +
    placesOf(text, word, 5).length
  );
}

/** A page's own beginning comes before its sections where both match equally well. */
function scoreOf(
  { title, names, entry }: Indexed,
  wanted: string,
  found: readonly number[],
  weights: readonly number[],
): { matched: number; points: number } {
  let matched = 0;
  let points = 0;
  for (const [place, weight] of weights.entries()) {
    const each = found[place] ?? 0;
    if (each > 0) matched += weight;
    points += each * weight;
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  points *= (matched / total) ** 2;
  points += entry.address.includes('#') ? 0 : 12;
  if (title === wanted || names.includes(wanted)) points += entry.address.includes('#') ? 1_000 : 1_500;
  else if (title.startsWith(wanted)) points += 100;
  // The shorter of two titles with the same words is more about them.
  return { matched, points: points - title.length / 100 };
}

/** Where words begin with `word`: "tag" is found in "tags", and not in "stage". */
function placesOf(text: string, word: string, most: number): number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(word);
    at >= 0 && places.length < most;
    at = text.indexOf(word, at + word.length)
  ) {
    if (!insideWord.test(text.slice(Math.max(0, at - 1), at + 1))) places.push(at);
  }
  return places;
}

const insideWord = /^[\p{L}\p{N}]{2}$/u;

/** Apart from the spaces at its end it is as long as the text, so that places in it are places in the text. */
function normal(text: string): string {
  return text
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replaceAll(/[^\p{L}\p{N}_/{}.-]/gu, (other) => ' '.repeat(other.length))
    .trimEnd();
}

function excerptOf(text: string, words: readonly string[]): SearchResult['excerpt'] {
  const normalText = normal(text);
  const places = words.flatMap((word) => placesOf(normalText, word, 1));
  const first = Math.max(0, Math.min(...places, text.length) - 40);
  const start = places.length === 0 || first < 20 ? 0 : text.indexOf(' ', first) + 1;
  const shown = text.slice(start, start + excerptCharacters);
  const found = wordsIn(normalText.slice(start, start + excerptCharacters), words);
  const parts: { text: string; found: boolean }[] = [];
  let end = 0;
  for (const [from, to] of found) {
    if (from > end) parts.push({ text: shown.slice(end, from), found: false });
    parts.push({ text: shown.slice(from, to), found: true });
    end = to;
  }
  if (end < shown.length) parts.push({ text: shown.slice(end), found: false });
  const before = start === 0 ? [] : [{ text: '… ', found: false }];
  const after = start + excerptCharacters < text.length ? [{ text: ' …', found: false }] : [];
  return [...before, ...parts, ...after];
}

/** Where words stand, in order and without overlaps. */
function wordsIn(text: string, words: readonly string[]): [number, number][] {
  const places = words.flatMap((word) =>
    placesOf(text, word, Infinity).map((at): [number, number] => [at, endOfWord(text, at + word.length)]),
  );
  let end = 0;
  return places
    .sort(([left], [right]) => left - right)
    .filter(([from, to]) => {
      if (from < end) return false;
      end = to;
      return true;
    });
}

function endOfWord(text: string, from: number): number {
  return from + (/^[\p{L}\p{N}]*/u.exec(text.slice(from))?.[0].length ?? 0);
}
