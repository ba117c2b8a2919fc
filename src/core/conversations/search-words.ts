import { limits } from '#contract/limits.ts';
import { errors } from '../errors.ts';

/**
 * The words of a search, longest first, each as a pattern that both PostgreSQL and JavaScript read as a part of a text
 * in any case. The pattern lists the forms of each letter itself: what a database takes for the same letter depends on
 * its locale. Composed and decomposed letters are the same; `ß` and `ss`, `ı` and `i` are not, as in Unicode's simple
 * case folding.
 */
export function patternsIn(q: string): readonly string[] {
  const words = q
    .normalize('NFC')
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) throw errors.invalidField('?q', 'must not be empty', 'minLength');
  if ([...q].length > limits.searchCharacters) {
    throw errors.invalidField('?q', `must have at most ${limits.searchCharacters} characters`, 'maxLength');
  }
  return [...new Set(words.toSorted((a, b) => b.length - a.length).map(patternOf))];
}

function patternOf(word: string): string {
  return Array.from(word, (letter) => {
    const parts = Array.from(letter.normalize('NFD'), formsOf);
    return parts.length > 1 ? `(?:${formsOf(letter)}|${parts.join('')})` : formsOf(letter);
  }).join('');
}

/** One letter in all its cases; any other character stands for itself. */
function formsOf(letter: string): string {
  const forms = cases().get(folded(letter)) ?? [];
  if (forms.length > 1) return `[${forms.join('')}]`;
  return letter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
}

const lastCased = 0x1_e9_43;
let known: ReadonlyMap<string, readonly string[]> | null = null;

/** The letters that are the same in any case, by their folded form. Made at the first search, from Unicode's tables. */
function cases(): ReadonlyMap<string, readonly string[]> {
  known ??= Map.groupBy(casedLetters(), folded);
  return known;
}

function* casedLetters(): Generator<string, void> {
  for (let code = 0; code <= lastCased; code += 1) {
    const letter = String.fromCodePoint(code);
    if (/\p{Changes_When_Casemapped}/u.test(letter)) yield letter;
  }
}

/** Letters whose other case is more than one, such as `ß`, keep their own. */
function folded(letter: string): string {
  const upper = single(letter, letter.toUpperCase());
  const form = single(upper, upper.toLowerCase());
  const isSame = new RegExp(`^\\u{${letter.codePointAt(0)?.toString(16)}}$`, 'iu').test(form);
  return isSame ? form : letter;
}

function single(letter: string, other: string): string {
  return [...other].length === 1 ? other : letter;
}
