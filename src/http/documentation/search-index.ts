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
const maxWords = 8;
const maxResults = 20;
const excerptCharacters = 160;

/**
 * Searches the documentation. All of it is some hundred kilobytes, so a query reads the text itself, in a few
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

  /** The best first; entries with every word of the query, or else those with any. */
  find(query: string): SearchResult[] {
    const wanted = normal(query.slice(0, maxCharacters));
    const words = [...new Set(wanted.split(' '))].filter((word) => word !== '').slice(0, maxWords);
    if (words.length === 0) return [];
    const all = this.#entries.map((indexed) => ({ indexed, ...score(indexed, wanted, words) }));
    const best = Math.max(0, ...all.map(({ matched }) => matched));
    return all
      .filter(({ matched }) => matched > 0 && matched === best)
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

/** A page's own beginning stands before its sections where both match equally well. */
function score(
  { title, names, page, text, entry }: Indexed,
  wanted: string,
  words: readonly string[],
): { matched: number; points: number } {
  let matched = 0;
  let points = entry.address.includes('#') ? 0 : 12;
  if (title === wanted || names.includes(wanted)) points += 1_000;
  else if (title.startsWith(wanted)) points += 100;
  for (const word of words) {
    const found =
      (startsWord(title, word) ? 30 : title.includes(word) ? 10 : 0) +
      (names.some((name) => name.includes(word)) ? 15 : 0) +
      (page.includes(word) ? 6 : 0) +
      Math.min(5, countOf(text, word));
    if (found > 0) matched++;
    points += found;
  }
  // The shorter of two titles with the same words is more about them.
  return { matched, points: points - title.length / 100 };
}

function startsWord(text: string, word: string): boolean {
  return text.startsWith(word) || text.includes(` ${word}`);
}

function countOf(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < 5; at = text.indexOf(word, at + word.length)) count++;
  return count;
}

/** Apart from the spaces at its end it is as long as the text, so that places in it are places in the text. */
function normal(text: string): string {
  return text
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replaceAll(/[^\p{L}\p{N}_/{}.-]/gu, (other) => ' '.repeat(other.length))
    .trimEnd();
}

function excerptOf(text: string, words: readonly string[]): SearchResult['excerpt'] {
  const normalText = normal(text);
  const places = words.map((word) => normalText.indexOf(word)).filter((place) => place >= 0);
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
  const places = words.flatMap((word): [number, number][] => {
    const found: [number, number][] = [];
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
      found.push([at, at + word.length]);
    return found;
  });
  let end = 0;
  return places
    .sort(([left], [right]) => left - right)
    .filter(([from, to]) => {
      if (from < end) return false;
      end = to;
      return true;
    });
}
