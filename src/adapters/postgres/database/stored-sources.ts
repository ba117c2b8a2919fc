import type { Citation } from '#contract/citations/citation.ts';
import type { AnswerSources } from '#core/citations/answer-sources.ts';
import { decodeText, encodeText } from './text-coding.ts';

/** The columns of a message that say what it rests on. */
export interface SourcesRow {
  readonly citations: readonly Citation[] | null;
  readonly links: readonly string[] | null;
}

/** As `store_sources` reads it; null where nothing was looked at. */
export function describeSources({ citations, links }: AnswerSources): string | null {
  if (citations === null && links === null) return null;
  return JSON.stringify({ citations, links }, (_, value: unknown) =>
    typeof value === 'string' ? encodeText(value.toWellFormed()) : value,
  );
}

export function sourcesOfRow({ citations, links }: SourcesRow): AnswerSources {
  return { citations: citations?.map(decoded) ?? null, links: links?.map(decodeText) ?? null };
}

function decoded(citation: Citation): Citation {
  const ofDocument = { n: citation.n, document_id: citation.document_id, title: decodeText(citation.title) };
  if ('deleted' in citation) return { ...ofDocument, deleted: citation.deleted };
  const { source, url, heading, quote, support } = citation;
  return {
    ...ofDocument,
    source,
    url: url && decodeText(url),
    heading: decodeText(heading),
    quote: decodeText(quote),
    support,
  };
}
