import type { ScoredTerm, Term } from './source-store.ts';

/** The saturation of BM25: what a lexeme adds to a score at most, in parts of its weight. */
const most = 2.2;

/** The most chunks that are found by rare lexemes; common ones only score what those have found. */
const mostFound = 5_000;

/** The most lexemes of a question: what is left out of a long one is the most common. */
const mostTerms = 32;

/** The part of a question's weight that one document must have. */
const leastShare = 3 / 8;

/** What so many lexemes weigh that stand nowhere is enough of a long question. */
const enough = 3;

/**
 * The power of a lexeme's inverse frequency that it weighs. Below 1, because people ask in everyday words, and those are
 * rare in documents, too.
 */
const rarity = 0.75;

/** The inverse document frequency of BM25, for a lexeme in `chunks` of `all` chunks. */
export function inverseFrequency(chunks: number, all: number): number {
  return Math.log(1 + (all - chunks + 0.5) / (chunks + 0.5));
}

/**
 * The lexemes that chunks are scored by, rarest first. The rarest find, as long as all of them together stand in no
 * more chunks than can be scored at once, so the work of a question is bounded however large the corpora are.
 */
export function weighTerms(terms: readonly Term[], all: number): readonly ScoredTerm[] {
  const known = [...byLexeme(terms).values()].filter(({ chunks }) => chunks > 0).sort(rarestFirst);
  let found = 0;
  return known.slice(0, mostTerms).map(({ lexeme, weight, chunks }, index) => {
    found += chunks;
    return {
      lexeme,
      weight: most * weight * inverseFrequency(chunks, all) ** rarity,
      finds: index === 0 || found <= mostFound,
    };
  });
}

/**
 * Whether one of the documents is about a question: the lexemes that were found in it carry three eighths of the
 * question's weight, in one of the languages, since the others take its words for unknown ones.
 */
export function areAbout(
  terms: readonly Term[],
  all: number,
  documents: readonly ReadonlySet<string>[],
): boolean {
  // A lexeme that stands nowhere says more than any other that the documents are about something else.
  const unknown = Math.log(1 + all);
  const weigh = (some: readonly Term[]) =>
    some.reduce(
      (sum, { weight, chunks }) => sum + weight * (chunks === 0 ? unknown : inverseFrequency(chunks, all)),
      0,
    );
  return [...Map.groupBy(terms, ({ language }) => language).values()].some((own) => {
    const least = Math.min(weigh(own) * leastShare, unknown * enough);
    return documents.some((lexemes) => weigh(own.filter(({ lexeme }) => lexemes.has(lexeme))) >= least);
  });
}

/** Languages may have a lexeme in common, which counts once. */
function byLexeme(terms: readonly Term[]): ReadonlyMap<string, Term> {
  const merged = new Map<string, Term>();
  for (const term of terms) {
    const known = merged.get(term.lexeme);
    if (known === undefined || known.weight < term.weight) merged.set(term.lexeme, term);
  }
  return merged;
}

function rarestFirst(first: Term, second: Term): number {
  return first.chunks - second.chunks || (first.lexeme < second.lexeme ? -1 : 1);
}
