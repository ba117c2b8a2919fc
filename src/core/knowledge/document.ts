import { createHash } from 'node:crypto';
import type { Requirements } from '#contract/context.ts';
import type { DocumentResource } from '#contract/knowledge/document-resources.ts';

/** What is said of a document beside its bytes. */
export interface DocumentSettings {
  /** Null: the document's own. */
  readonly title: string | null;
  readonly url: string | null;
  /** A text search configuration; null: the one that fits the text. */
  readonly language: string | null;
  readonly requires: Requirements | null;
}

/** What a document is, beside its chunks. */
export interface DocumentContent {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly language: string;
  readonly requires: Requirements | null;
  /** The hash of the bytes that were sent. */
  readonly sha256: Buffer;
  /** Equal for the same bytes, media type and settings. */
  readonly sentHash: Buffer;
}

export interface StoredDocument extends DocumentContent {
  readonly bytes: number;
  readonly chunks: number;
  readonly usedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Raised when documents are read in another way, so that one that is sent again is read again. */
const readingVersion = 1;

export function hashOfSent(
  mediaType: string,
  { title, url, language, requires }: DocumentSettings,
  sha256: Buffer,
): Buffer {
  const facts = requires && Object.entries(requires).sort(([one], [other]) => (one < other ? -1 : 1));
  const said = JSON.stringify([readingVersion, mediaType, title, url, language, facts]);
  return createHash('sha256').update(said).update(sha256).digest();
}

export function presentDocument(document: StoredDocument): DocumentResource {
  const { id, title, url, language, requires, bytes, chunks } = document;
  return {
    ...{ id, title, url, language, bytes, chunks },
    requires: requires && mutable(requires),
    sha256: document.sha256.toString('hex'),
    used_at: document.usedAt?.toISOString() ?? null,
    created_at: document.createdAt.toISOString(),
    updated_at: document.updatedAt.toISOString(),
  };
}

/** What the log of changes keeps: no words of a document. */
export function auditableDocument({ bytes, chunks, sha256 }: StoredDocument) {
  return { bytes, chunks, sha256: sha256.toString('hex') };
}

function mutable(requires: Requirements): Record<string, unknown[]> {
  return Object.fromEntries(Object.entries(requires).map(([name, values]) => [name, [...values]]));
}
