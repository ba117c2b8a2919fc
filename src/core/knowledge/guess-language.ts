/** Counts the stop words of a text in each language that has any. */
export interface StopWordCounter {
  /** By the name of a text search configuration: how many of the words, each as often as it occurs. */
  count(words: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
}

/** The text search configuration without stop words and endings, which fits every language a little. */
const simpleLanguage = 'simple';

/** So many words tell a language from others. */
const sample = 1_000;
const leastShare = 0.1;

/** Text search configurations of PostgreSQL 15 and later by the code of their language (ISO 639-1). */
const configurations: Readonly<Record<string, string>> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  no: 'norwegian',
  nb: 'norwegian',
  nn: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

const names = new Set([simpleLanguage, ...Object.values(configurations)]);
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * The configuration that a caller means by its name or by the code of a language, also with a region: `german`, `de`,
 * `de-AT`. A language without a configuration has `simple`; null: there is no such language.
 */
export function configurationOf(language: string): string | null {
  if (names.has(language)) return language;
  const [code = ''] = language.toLowerCase().split('-');
  if (!/^[a-z]{2}$/.test(code) || languageNames.of(code) === undefined) return null;
  return configurations[code] ?? simpleLanguage;
}

/** The configuration whose stop words cover most words of the text; `simple` where that are few. */
export async function guessLanguage(text: Iterable<string>, stopWords: StopWordCounter): Promise<string> {
  const words = sampleWords(text);
  const counted = await stopWords.count(words);
  return mostCovered(counted, sum(words.values()));
}

function mostCovered(counted: ReadonlyMap<string, number>, words: number): string {
  const [best] = [...counted].sort(
    ([one, times], [other, otherTimes]) => otherTimes - times || (one < other ? -1 : 1),
  );
  return best === undefined || best[1] < leastShare * words ? simpleLanguage : best[0];
}

/** The first words of the texts, with how often they occur. */
function sampleWords(texts: Iterable<string>): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  let taken = 0;
  for (const text of texts) {
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu)) {
      times.set(word, (times.get(word) ?? 0) + 1);
      if (++taken === sample) return times;
    }
  }
  return times;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
