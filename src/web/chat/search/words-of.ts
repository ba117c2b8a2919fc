/** The words of a search: every one of them has to be found, as a part of the text. */
export function wordsOf(query: string): readonly string[] {
  return [...new Set(query.toLowerCase().split(/\s+/))].filter((word) => word !== '');
}

/** Finds any of the words in a text, longer ones first; null where there is none to find. */
export function patternOf(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const longestFirst = [...words].sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map(escaped).join('|'), 'giu');
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
