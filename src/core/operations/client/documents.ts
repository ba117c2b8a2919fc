import type { DocumentStored } from '#contract/knowledge/document-resources.ts';
import { documentOperations as rows } from '#contract/operations/documents.ts';
import type { DocumentManager } from '../../administration/manage-documents.ts';
import type { PutDocument } from '../../administration/store-document.ts';
import { presentDocument } from '../../knowledge/document.ts';
import { presentPage } from '../../shared/list-page.ts';
import { type OperationResult, parameter } from '../operation.ts';
import { type ClientCall, forOperators, listed, type PerformsAll } from './client-operation.ts';

export interface DocumentServices {
  readonly documents: DocumentManager;
}

/** What the operations on a client's documents do. */
const performs: PerformsAll<typeof rows, DocumentServices> = {
  putDocument: async ({ documents }, call) => {
    const { by, params, query, body: file, signal } = call;
    const id = parameter(params, 'document');
    const put = await documents.put(by.actor, ownerIn(call), id, { ...query, file }, signal);
    return presentPut(put, `/agents/${parameter(params, 'agent')}/documents/${id}`);
  },
  getDocument: async ({ documents }, call) => {
    const document = await documents.find(ownerIn(call), parameter(call.params, 'document'));
    return { body: { ok: true, document: presentDocument(document) } };
  },
  listDocuments: async ({ documents }, call) => ({
    body: presentPage(await documents.list(ownerIn(call), call.query), presentDocument),
  }),
  deleteDocument: async ({ documents }, call) => {
    const id = parameter(call.params, 'document');
    await documents.delete(call.by.actor, ownerIn(call), id);
    return { body: { ok: true, id, deleted: true } };
  },
};

export const documentOperations = listed(rows, performs);
export const operatorDocumentOperations = forOperators(rows, performs);

/** A new document has an address. */
export function presentPut(
  { document, isNew, isChanged: changed }: PutDocument,
  address: string,
): OperationResult<DocumentStored> {
  const body: DocumentStored = { ok: true, document: presentDocument(document), changed };
  return isNew ? { body, status: 201, location: address } : { body };
}

function ownerIn({ client, params }: Pick<ClientCall, 'client' | 'params'>) {
  return { client, agentSlug: parameter(params, 'agent') };
}
