import type { Citation, QuotedCitation } from '#contract/citations/citation.ts';
import { citedMarks } from '#contract/citations/citation-marks.ts';
import type { OfferedSource } from '../knowledge/offered-source.ts';
import { type Claim, claimOf, QuotedText } from './choose-quote.ts';
import { citedSentences } from './cited-sentences.ts';
import { contentWordsIn } from './content-words.ts';
import { figuresIn } from './figures.ts';

/** Marks beyond these stay text. */
const mostCitations = 100;
/** What is longer is no sentence, and supported by no quote. */
const longestSentence = 5_000;
/** An address says nothing of what it leads to. */
const addresses = /\]\([^)\s]*\)|https?:\/\/\S+/g;
const nothing: Claim = { figures: new Set(), words: new Set() };

/**
 * What the marks of an answer cite, one for each that names a source of `offered`, in their order. Nothing that a model
 * writes is believed: the quotes are chosen here, and whether they say what the sentence does is judged here.
 */
export function citationsOf(answer: string, offered: readonly OfferedSource[]): Citation[] {
  const sources = new Map(offered.map((source) => [source.n, { source, text: new QuotedText(source.text) }]));
  const marks = citedMarks(answer, new Set(sources.keys()), mostCitations);
  return citedSentences(answer, marks).flatMap(({ text, marks: ofSentence }) => {
    const claim = text.length > longestSentence ? nothing : claimOf(text.replace(addresses, ' '));
    const quoted = ofSentence.flatMap(({ n }) => {
      const known = sources.get(n);
      return known === undefined ? [] : [{ source: known.source, quote: known.text.quoteFor(claim) }];
    });
    const support = supportOf(
      claim,
      quoted.map(({ quote }) => quote),
    );
    return quoted.map(({ source, quote }) => citation(source, quote, support));
  });
}

function citation(
  { n, source, documentId, title, url, heading }: OfferedSource,
  quote: string,
  support: QuotedCitation['support'],
): QuotedCitation {
  return { n, source, document_id: documentId, title, url, heading, quote, support };
}

/** Every number of the sentence, and half of its words, must stand in the quotes of its marks. */
function supportOf({ figures, words }: Claim, quotes: readonly string[]): QuotedCitation['support'] {
  if (figures.size + words.size === 0) return 'weak';
  const said = new Set(quotes.flatMap((quote) => figuresIn(quote).flatMap(({ gives }) => gives)));
  if ([...figures].some((figure) => !said.has(figure))) return 'weak';
  const used = new Set(quotes.flatMap((quote) => contentWordsIn(quote).map(({ key }) => key)));
  const known = [...words].filter((word) => used.has(word));
  return known.length * 2 >= words.size ? 'quoted' : 'weak';
}
