import { type Actor, actorName } from '../audit/actor.ts';
import type { NewAuditEntry } from '../audit/audit.ts';
import type { Chunk } from '../knowledge/chunk-blocks.ts';
import { compareChunks } from '../knowledge/compare-chunks.ts';
import { auditableDocument, type DocumentContent, type StoredDocument } from '../knowledge/document.ts';
import type { CorpusKey, LockedCorpus } from '../knowledge/document-store.ts';
import { partnerErrors } from '../partner-errors.ts';
import type { TenantChange } from './tenant-store.ts';

export interface PutDocument {
  readonly document: StoredDocument;
  readonly isNew: boolean;
  readonly isChanged: boolean;
}

/** A corpus that is locked, and the author of its change. */
interface CorpusChange {
  readonly actor: Actor;
  readonly corpus: CorpusKey;
  readonly locked: LockedCorpus;
}

export async function storeDocument(
  tenants: TenantChange,
  change: CorpusChange,
  content: DocumentContent,
  chunks: readonly Chunk[],
): Promise<PutDocument> {
  const { documents, audit } = tenants;
  const { corpus, locked } = change;
  const before = await documents.find(locked.id, content.id);
  if (before?.sentHash.equals(content.sentHash)) return { document: before, isNew: false, isChanged: false };
  const reusable = await documents.listReusableChunks(locked.id, content);
  const document = await documents.save(locked.id, content, compareChunks(reusable, chunks));
  if (document.bytes > (before?.bytes ?? 0)) await requireRoom(tenants, corpus);
  if (locked.documents === 0) await markStale(tenants, corpus);
  await audit.append(entryOf(change, 'document.put', content.id, before, document));
  return { document, isNew: before === null, isChanged: true };
}

export async function deleteDocument(tenants: TenantChange, change: CorpusChange, id: string): Promise<void> {
  const { documents, audit } = tenants;
  const { corpus, locked } = change;
  const before = await documents.find(locked.id, id);
  if (before === null) throw partnerErrors.documentNotFound();
  await documents.delete(locked.id, id);
  if (locked.documents === 1) await markStale(tenants, corpus);
  await audit.append(entryOf(change, 'document.delete', id, before, null));
}

/** Comes after the write, so that other changes of the client wait for no more than this. */
async function requireRoom({ documents }: TenantChange, { clientId }: CorpusKey): Promise<void> {
  if (clientId === null) return;
  const { bytes, most } = await documents.lockUse(clientId);
  if (most !== null && bytes > most) throw partnerErrors.knowledgeFull(most);
}

/** Cached clients know which agents have documents, so that turns with the others ask for none. */
async function markStale({ clients }: TenantChange, { clientId }: CorpusKey): Promise<void> {
  if (clientId === null) await clients.bumpAllVersions();
  else await clients.bumpVersion(clientId);
}

function entryOf(
  { actor, corpus: { clientId, agentSlug } }: CorpusChange,
  action: 'document.put' | 'document.delete',
  id: string,
  before: StoredDocument | null,
  after: StoredDocument | null,
): NewAuditEntry {
  const what = { clientId, action, actor: actorName(actor), subject: `${agentSlug}/${id}` };
  return { ...what, before: before && auditableDocument(before), after: after && auditableDocument(after) };
}
