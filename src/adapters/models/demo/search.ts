import type { Section } from './sections.ts';

export interface Hit {
  readonly section: Section;
  readonly score: number;
}

interface Indexed {
  readonly section: Section;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
const HEADING_WEIGHT = 3;
/** The opening of a page summarises the rest. */
const OPENING_WEIGHT = 1.5;
/** Says in a sentence what its heading is. */
const DEFINITION_WEIGHT = 3;
/** Code without an explanation is a poor answer. */
const CODE_WEIGHT = 0.5;
/**
 * Shorter sections are ranked as if they had this share of the average length: a single line of code explains
 * nothing.
 */
const LEAST_LENGTH = 0.7;

const STOP_WORDS = new Set(
  (
    'a about after all also am an and any are as at be been but by can could did do does for from get had has have ' +
    'another he hello help her hi his how i if in into is it its just know like may me more my need no not of on one or our out ' +
    'please she should so some tell than thank thanks that the their them then there these they this to up us use ' +
    'want was we were what when where which who why will with work would you your'
  ).split(' '),
);

/** Full-text search over sections, ranked by Okapi BM25 with headings counted three times. */
export class SectionSearch {
  readonly #sections: readonly Indexed[];
  readonly #averageLength: number;

  constructor(sections: readonly Section[]) {
    this.#sections = sections.map(index);
    const total = this.#sections.reduce((sum, section) => sum + section.length, 0);
    this.#averageLength = total / Math.max(1, this.#sections.length);
  }

  /** Best first. Sections without any of the words are left out. */
  find(words: readonly string[], limit: number): Hit[] {
    const weights = new Map(words.map((word) => [word, this.#rarity(word)]));
    return this.#sections
      .map((indexed) => ({ section: indexed.section, score: this.#score(indexed, words, weights) }))
      .filter((hit) => hit.score > 0)
      .sort((first, second) => second.score - first.score)
      .slice(0, limit);
  }

  #rarity(word: string): number {
    const holding = this.#sections.filter(({ counts }) => counts.has(word)).length;
    return Math.log(1 + (this.#sections.length - holding + 0.5) / (holding + 0.5));
  }

  #score(indexed: Indexed, words: readonly string[], weights: ReadonlyMap<string, number>): number {
    const relativeLength = Math.max(LEAST_LENGTH, indexed.length / this.#averageLength);
    const damping = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * relativeLength);
    let score = 0;
    for (const word of words) {
      const count = indexed.counts.get(word) ?? 0;
      score += ((weights.get(word) ?? 0) * count * (SATURATION + 1)) / (count + damping);
    }
    const { file, heading, page, text, isDefinition } = indexed.section;
    if (isDefinition) return isAskedFor(heading, words) ? score * DEFINITION_WEIGHT : 0;
    if (text.startsWith('```')) return score * CODE_WEIGHT;
    if (heading !== page) return score;
    return score * (file === 'README.md' ? OPENING_WEIGHT ** 2 : OPENING_WEIGHT);
  }
}

function isAskedFor(term: string, words: readonly string[]): boolean {
  return contentWords(term).every((word) => words.includes(word));
}

/** The significant words of a text, stemmed so that plural and verb forms match. */
export function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word)).map(stem);
}

function stem(word: string): string {
  if (word.length <= 4) return word.replace(/([^s])s$/, '$1');
  return word.replace(/(ations?|ating|ings?|edly|ed|ies|es|s|e|y)$/, '');
}

function index(section: Section): Indexed {
  const counts = new Map<string, number>();
  const add = (word: string, times: number) => counts.set(word, (counts.get(word) ?? 0) + times);
  const words = contentWords(section.text);
  for (const word of words) add(word, 1);
  for (const word of contentWords(section.page)) add(word, 1);
  for (const word of contentWords(section.heading)) add(word, HEADING_WEIGHT);
  return { section, counts, length: words.length };
}
