import type { DocumentManager } from '../administration/manage-documents.ts';
import { presentDocument } from '../knowledge/document.ts';
import { presentPage } from '../shared/list-page.ts';
import { presentPut } from './client/documents.ts';
import { type OperationCall, operation, parameter } from './operation.ts';

interface Services {
  readonly documents: DocumentManager;
}

/** What the operations on the operator's own documents do, which are for every client of an agent. */
export const agentDocumentOperations = {
  putAgentDocument: operation('putAgentDocument', async ({ documents }: Services, call) => {
    const { by, params, query, body: file, signal } = call;
    const id = parameter(params, 'document');
    const put = await documents.put(by.actor, ownerIn(call), id, { ...query, file }, signal);
    return presentPut(put, `/agents/${parameter(params, 'slug')}/documents/${id}`);
  }),
  getAgentDocument: operation('getAgentDocument', async ({ documents }: Services, call) => {
    const document = await documents.find(ownerIn(call), parameter(call.params, 'document'));
    return { body: { ok: true, document: presentDocument(document) } } as const;
  }),
  listAgentDocuments: operation('listAgentDocuments', async ({ documents }: Services, call) => ({
    body: presentPage(await documents.list(ownerIn(call), call.query), presentDocument),
  })),
  deleteAgentDocument: operation('deleteAgentDocument', async ({ documents }: Services, call) => {
    const id = parameter(call.params, 'document');
    await documents.delete(call.by.actor, ownerIn(call), id);
    return { body: { ok: true, id, deleted: true } } as const;
  }),
};

function ownerIn({ params }: Pick<OperationCall, 'params'>) {
  return { client: null, agentSlug: parameter(params, 'slug') };
}
