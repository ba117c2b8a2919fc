import type { Citation } from '#contract/citations/citation.ts';
import { type CitationMark, citedMarks } from '#contract/citations/citation-marks.ts';
import type { UrlCitation } from '#contract/openai/shared-parameters.ts';

/**
 * The citations of a text in OpenAI's form, with the place of each mark in characters. OpenAI has none for a document
 * without an address.
 */
export function urlCitations(text: string, citations: readonly Citation[] | null): UrlCitation[] {
  if (citations === null || citations.length === 0) return [];
  const marks = citedMarks(text, new Set(citations.map(({ n }) => n)), citations.length);
  let [characters, place] = [0, 0];
  return marks.flatMap(({ at, to }: CitationMark, index) => {
    characters += [...text.slice(place, at)].length;
    place = at;
    const citation = citations[index];
    if (citation === undefined || 'deleted' in citation || citation.url === null) return [];
    const { title, url } = citation;
    return [{ title, url, start_index: characters, end_index: characters + to - at }];
  });
}
