import type { KnowledgeMode } from '#contract/knowledge/sources.ts';
import type { Passage } from './join-parts.ts';
import type { OfferedSource } from './offered-source.ts';
import type { Corpus, SourcePart } from './source-store.ts';

/** What the documents of a turn say to its question, for a model with any window. */
export interface Knowledge {
  readonly corpora: readonly Corpus[];
  /** Null where they are too many for every window. */
  readonly whole: readonly SourcePart[] | null;
  /** Best first; looked for only where `whole` does not go into every window. */
  readonly found: readonly Passage[];
}

/** What one call to a model is offered. */
export interface Offer {
  readonly mode: KnowledgeMode;
  readonly sources: readonly OfferedSource[];
}
