import type { ScoredTerm, Term } from './source-store.ts';

/** The saturation of BM25: what a lexeme adds to a score at most, in parts of its weight. */
const most = 2.2;

/** The most chunks that are found by rare lexemes; common ones only score what those have found. */
const mostFound = 5_000;

/** The most lexemes of a question: what is left out of a long one is the most common. */
const mostTerms = 32;

/** The part of a question's weight that must be in the documents. */
const leastShare = 0.5;

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
      weight: most * weight * inverseFrequency(chunks, all),
      finds: index === 0 || found <= mostFound,
    };
  });
}

/**
 * Whether the documents are about a question: the lexemes that they have carry at least half of its weight, in one of
 * their languages, since the others take its words for unknown ones.
 */
export function areAbout(terms: readonly Term[], all: number): boolean {
  const shares = new Map<string, { matched: number; whole: number }>();
  for (const { language, weight, chunks } of terms) {
    const share = shares.get(language) ?? { matched: 0, whole: 0 };
    // One that stands nowhere says more than any other that the documents are about something else.
    const weighed = weight * (chunks === 0 ? Math.log(1 + all) : inverseFrequency(chunks, all));
    share.whole += weighed;
    if (chunks > 0) share.matched += weighed;
    shares.set(language, share);
  }
  return [...shares.values()].some((share) => share.matched > 0 && share.matched >= share.whole * leastShare);
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
