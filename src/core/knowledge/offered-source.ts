import type { SourceOwner } from '#contract/knowledge/sources.ts';

/** A part of a document as a prompt offers it to a model. */
export interface OfferedSource {
  /** The number by which the answer cites it, from 1 on. */
  readonly n: number;
  /** The owner of the document. */
  readonly source: SourceOwner;
  readonly documentId: string;
  readonly title: string;
  readonly url: string | null;
  /** The headings above the text, outermost first; empty where there is none. */
  readonly heading: string;
  readonly text: string;
}
