import { Type } from 'typebox';
import { strict } from '../chat.ts';
import { rolesOf } from '../console/roles.ts';
import {
  DocumentAnswer,
  DocumentDeleted,
  DocumentList,
  DocumentSettings,
  DocumentStored,
} from '../knowledge/document-resources.ts';
import { documentLimits, documentMediaTypes } from '../knowledge/documents.ts';
import { noBody, noQuery, page, text } from '../request-parts.ts';
import type { ClientOperation } from './client-operation.ts';
import type { OperatorOperation } from './operator-operation.ts';

/** What each operation is for a client's documents and for the operator's own alike. */
const common = {
  put: {
    fresh: false,
    audit: 'document.put',
    summary: 'Store a document, or replace it',
    description: `The body is the document itself, at most ${documentLimits.bytes / 1024 ** 2} MiB. From the next prompt on it is known. Parts that have not changed are not written again, and the same bytes with the same settings change nothing.`,
    method: 'PUT',
    query: DocumentSettings,
    body: null,
    bodyBytes: documentLimits.bytes,
    fileTypes: documentMediaTypes,
    answers: { 200: DocumentStored, 201: DocumentStored },
    headers: ['Location'],
  },
  get: {
    fresh: false,
    audit: null,
    summary: 'Show one document',
    description: 'Without its text.',
    method: 'GET',
    query: noQuery,
    body: null,
    answers: { 200: DocumentAnswer },
  },
  list: {
    fresh: false,
    audit: null,
    summary: 'Documents, by id',
    method: 'GET',
    query: Type.Object({ ...page, q: text('A part of a title or of an id, in any case.') }, strict),
    body: null,
    answers: { 200: DocumentList },
  },
  delete: {
    fresh: false,
    audit: 'document.delete',
    summary: 'Delete a document',
    description: 'It is in no prompt from the next one on.',
    method: 'DELETE',
    query: noQuery,
    body: noBody,
    bodyOptional: true,
    answers: { 200: DocumentDeleted },
  },
} as const;

const byClient = { api: 'knowledge', account: 'knowledge', admin: 'admin:clients' } as const;
const reads = { ...byClient, console: rolesOf.everyone } as const;
const changes = { ...byClient, console: rolesOf.operators } as const;
const documents = '/agents/:agent/documents';
const document = `${documents}/:document` as const;

/** The documents from which an agent answers the questions of one client. */
export const documentOperations = {
  putDocument: {
    ...common.put,
    channels: changes,
    operatorName: 'putClientDocument',
    path: document,
    errors: ['agent_not_allowed', 'knowledge_full', 'document_unreadable'],
  },
  getDocument: {
    ...common.get,
    channels: reads,
    operatorName: 'getClientDocument',
    path: document,
    errors: ['agent_not_allowed', 'document_not_found'],
  },
  listDocuments: {
    ...common.list,
    channels: reads,
    operatorName: 'listClientDocuments',
    description: 'The client’s own for this agent; those of the operator are not among them.',
    path: documents,
    errors: ['agent_not_allowed'],
  },
  deleteDocument: {
    ...common.delete,
    channels: changes,
    operatorName: 'deleteClientDocument',
    path: document,
    errors: ['agent_not_allowed', 'document_not_found'],
  },
} as const satisfies Record<string, ClientOperation>;

const operatorReads = { admin: 'admin:clients', console: rolesOf.everyone, cli: true } as const;
const operatorChanges = { ...operatorReads, console: rolesOf.operators } as const;
const ofAgent = '/agents/:slug/documents';
const oneOfAgent = `${ofAgent}/:document` as const;

/** The operator's own documents, from which an agent answers every client that may use it. */
export const agentDocumentOperations = {
  putAgentDocument: {
    ...common.put,
    channels: operatorChanges,
    path: oneOfAgent,
    errors: ['agent_not_found', 'document_unreadable'],
  },
  getAgentDocument: {
    ...common.get,
    channels: operatorReads,
    path: oneOfAgent,
    errors: ['agent_not_found', 'document_not_found'],
  },
  listAgentDocuments: {
    ...common.list,
    channels: operatorReads,
    description: 'The operator’s own for this agent; those of clients are not among them.',
    path: ofAgent,
    errors: ['agent_not_found'],
  },
  deleteAgentDocument: {
    ...common.delete,
    channels: operatorChanges,
    path: oneOfAgent,
    errors: ['agent_not_found', 'document_not_found'],
  },
} as const satisfies Record<string, OperatorOperation>;
