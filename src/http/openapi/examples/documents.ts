import type { DocumentResource } from '#contract/knowledge/document-resources.ts';
import type { OperationExample } from '../types.ts';
import { cursors, times } from './values.ts';

const document: DocumentResource = {
  id: 'returns',
  title: 'Returns and refunds',
  url: 'https://help.example.com/returns',
  language: 'english',
  requires: { plan: ['pro', 'team'] },
  bytes: 18_420,
  chunks: 21,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  used_at: null,
  created_at: times.created,
  updated_at: times.created,
};

const settings = {
  title: document.title,
  url: 'https://help.example.com/returns',
  language: 'en',
  requires: '{"plan":["pro","team"]}',
};
const text = '# Returns and refunds\n\nGoods can be returned within 30 days.\n';
const html = '<h1>Returns and refunds</h1>\n<p>Goods can be returned within 30 days.</p>\n';
const stored = { ok: true, document, changed: true };
const page = { ok: true, object: 'list', data: [document], has_more: false, next_cursor: null };

/** The examples for documents of one owner, whom these parameters name. */
function examplesOf(owner: Readonly<Record<string, string>>) {
  const one = { ...owner, document: document.id };
  return {
    put: {
      parameters: { ...one, ...settings },
      file: { 'text/plain': text, 'text/markdown': text, 'text/html': html },
      answers: { 200: { ...stored, changed: false }, 201: stored },
    },
    get: { parameters: one, answers: { 200: { ok: true, document } } },
    list: { parameters: { ...owner, q: 'return', limit: 20, cursor: cursors.list }, answers: { 200: page } },
    delete: { parameters: one, answers: { 200: { ok: true, id: document.id, deleted: true } } },
  } as const satisfies Record<string, OperationExample>;
}

const own = examplesOf({ agent: 'assistant' });
const ofClient = examplesOf({ slug: 'acme', agent: 'assistant' });
const ofOperator = examplesOf({ slug: 'assistant' });

/** Examples of the operations on documents, by each of their owners. */
export const documentExamples = {
  putDocument: own.put,
  getDocument: own.get,
  listDocuments: own.list,
  deleteDocument: own.delete,
  putClientDocument: ofClient.put,
  getClientDocument: ofClient.get,
  listClientDocuments: ofClient.list,
  deleteClientDocument: ofClient.delete,
  putAgentDocument: ofOperator.put,
  getAgentDocument: ofOperator.get,
  listAgentDocuments: ofOperator.list,
  deleteAgentDocument: ofOperator.delete,
} as const satisfies Record<string, OperationExample>;
