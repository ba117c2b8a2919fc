import type { Facts } from '#contract/context.ts';
import type { SourceOwner } from '#contract/knowledge/sources.ts';
import type { CorpusKey } from './document-store.ts';

/** The numbers of a corpus that finding needs. */
export interface Corpus {
  readonly id: number;
  readonly source: SourceOwner;
  /** Raised by every change of its documents. */
  readonly revision: number;
  readonly chunks: number;
  /** The lexemes of all chunks, as often as they occur. */
  readonly length: number;
  /** The text of all chunks. */
  readonly bytes: number;
}

/** Texts in which terms are looked for, and how much the terms of each weigh. */
export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** A lexeme of a question, in one of the languages of the corpora. */
export interface Term {
  readonly language: string;
  readonly lexeme: string;
  readonly weight: number;
  /** How many chunks of the corpora contain it. */
  readonly chunks: number;
}

export interface SearchedCorpora {
  /** Those with documents. */
  readonly corpora: readonly Corpus[];
  readonly terms: readonly Term[];
}

/** A chunk of a document. */
export interface SourcePart {
  readonly corpus: number;
  readonly source: SourceOwner;
  readonly documentId: string;
  /** Its place in the document. */
  readonly place: number;
  readonly title: string;
  readonly url: string | null;
  readonly heading: string;
  readonly text: string;
}

export interface FoundPart extends SourcePart {
  /** BM25, and a share of that of the best parts of its document. */
  readonly score: number;
}

export interface FoundParts {
  /** Best first. */
  readonly best: readonly FoundPart[];
  /** What stands before and behind the best two, and between any two. */
  readonly neighbours: readonly SourcePart[];
  /** For each document in which chunks were found: the terms that these contain. */
  readonly matched: readonly ReadonlySet<string>[];
}

/** A lexeme by which chunks are scored. */
export interface ScoredTerm {
  readonly lexeme: string;
  /** What it adds to the score of a chunk at most. */
  readonly weight: number;
  /** Chunks are found by it, and otherwise only scored. */
  readonly finds: boolean;
}

/** Reads documents for prompts. What a turn may not use by its facts is never returned. */
export interface SourceStore {
  /** For a client also in what the operator has for the agent. */
  search(corpus: CorpusKey, texts: readonly WeightedText[]): Promise<SearchedCorpora>;
  /** Every chunk: documents in the order of their ids, those for everybody first. */
  readAll(corpora: readonly Corpus[], facts: Facts): Promise<readonly SourcePart[]>;
  find(corpora: readonly Corpus[], terms: readonly ScoredTerm[], facts: Facts): Promise<FoundParts>;
}
