import { wholeCharacters } from '../shared/cut-text.ts';
import { contentWordsIn } from './content-words.ts';
import { figuresIn } from './figures.ts';

/** What a sentence says that its quotes must say, too. */
export interface Claim {
  readonly figures: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

const longestQuote = 300;

interface Token {
  readonly from: number;
  readonly to: number;
  readonly keys: readonly string[];
}

export function claimOf(sentence: string): Claim {
  return {
    figures: new Set(figuresIn(sentence).map(({ needs }) => needs)),
    words: new Set(contentWordsIn(sentence).map(({ key }) => key)),
  };
}

/** A text to be quoted, whose words are read once, however often it is cited. */
export class QuotedText {
  readonly #text: string;
  #tokens: readonly Token[] | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** A part of the text that says most of a claim; its beginning where none says anything of it. */
  quoteFor(claim: Claim): string {
    const best = bestSpan(this.#read(), claim);
    return best === null ? beginningOf(this.#text) : widened(this.#text, best);
  }

  #read(): readonly Token[] {
    this.#tokens ??= [
      ...figuresIn(this.#text).map(({ from, to, gives }) => ({ from, to, keys: gives })),
      ...contentWordsIn(this.#text).map(({ from, to, key }) => ({ from, to, keys: [wordKey(key)] })),
    ].sort((one, other) => one.from - other.from);
    return this.#tokens;
  }
}

/** A word is none of the numbers. */
function wordKey(key: string): string {
  return `word ${key}`;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The span with most of the claim, the shortest and first of those. A number counts more than all words together. */
function bestSpan(all: readonly Token[], { figures, words }: Claim): Span | null {
  const weights = new Map<string, number>();
  for (const word of words) weights.set(wordKey(word), 1);
  for (const figure of figures) weights.set(figure, words.size + 1);
  const tokens = all.filter(
    ({ from, to, keys }) => to - from <= longestQuote && keys.some((key) => weights.has(key)),
  );
  const covered = new Coverage(weights);
  let best: (Span & { readonly score: number }) | null = null;
  let first = 0;
  for (const token of tokens) {
    covered.add(token);
    for (let start = tokens[first]; start !== undefined; start = tokens[++first]) {
      if (token.to - start.from <= longestQuote && !covered.canSpare(start)) break;
      covered.remove(start);
    }
    const from = tokens[first]?.from ?? token.from;
    const isBetter =
      best === null ||
      covered.score > best.score ||
      (covered.score === best.score && token.to - from < best.to - best.from);
    if (isBetter) best = { from, to: token.to, score: covered.score };
  }
  return best;
}

/** How much of a claim some tokens say together. */
class Coverage {
  readonly #weights: ReadonlyMap<string, number>;
  readonly #counts = new Map<string, number>();
  score = 0;

  constructor(weights: ReadonlyMap<string, number>) {
    this.#weights = weights;
  }

  add({ keys }: Token): void {
    for (const key of keys) this.#change(key, 1);
  }

  remove({ keys }: Token): void {
    for (const key of keys) this.#change(key, -1);
  }

  /** Whether others say all that this one says. */
  canSpare({ keys }: Token): boolean {
    return keys.every((key) => !this.#weights.has(key) || (this.#counts.get(key) ?? 0) > 1);
  }

  #change(key: string, by: 1 | -1): void {
    const weight = this.#weights.get(key);
    if (weight === undefined) return;
    const before = this.#counts.get(key) ?? 0;
    this.#counts.set(key, before + by);
    if (before === 0) this.score += weight;
    else if (before + by === 0) this.score -= weight;
  }
}

const ends = /[\n.!?。！？]/;

/** The span with the rest of its sentence on both sides, as far as that fits. */
function widened(text: string, { from, to }: Span): string {
  const room = longestQuote - (to - from);
  const start = sentenceStart(text, from, room);
  const end = sentenceEnd(text, to, room - (from - start));
  return text.slice(start, end).trim();
}

/** The beginning of the sentence; where it is too far away, the place itself. */
function sentenceStart(text: string, from: number, room: number): number {
  for (let start = from; from - start <= room; start -= 1) {
    if (start === 0) return 0;
    const before = text.charAt(start - 1);
    if (before === '\n' || /[。！？]/.test(before)) return start;
    if (/\s/.test(before) && ends.test(text.charAt(start - 2))) return start;
  }
  return from;
}

/** The end of the sentence; where it is too far away, that of the last word that fits. */
function sentenceEnd(text: string, to: number, room: number): number {
  let lastWord = to;
  for (let end = to; end - to <= room; end += 1) {
    if (end === text.length) return end;
    const next = text.charAt(end);
    if (next === '\n') return end;
    if (ends.test(next) && end < to + room && /^(?:\s|$)/.test(text.slice(end + 1, end + 2))) return end + 1;
    if (/\s/.test(next)) lastWord = end;
  }
  return lastWord;
}

function beginningOf(text: string): string {
  if (text.length <= longestQuote) return text.trim();
  const cut = text.slice(0, wholeCharacters(text, longestQuote));
  const space = cut.search(/\s\S*$/);
  return (space > longestQuote / 2 ? cut.slice(0, space) : cut).trim();
}
