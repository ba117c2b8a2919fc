import { createHash } from 'node:crypto';
import type { SentFile } from '#contract/endpoint.ts';
import type { DocumentSettings as SentSettings } from '#contract/knowledge/document-resources.ts';
import { documentLimits, documentMediaTypes } from '#contract/knowledge/documents.ts';
import type { Actor } from '../audit/actor.ts';
import type { AgentStore } from '../clients/agent.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import { requireAgent } from '../identity/agents.ts';
import {
  checkDocumentId,
  checkDocumentSettings,
  isDocumentId,
  titleFrom,
} from '../knowledge/check-document.ts';
import { hashOfSent, type StoredDocument } from '../knowledge/document.ts';
import type { DocumentReader, ReadDocument } from '../knowledge/document-reader.ts';
import type { CorpusKey, DocumentStore, LockedCorpus } from '../knowledge/document-store.ts';
import { guessLanguage, type StopWordCounter } from '../knowledge/guess-language.ts';
import { partnerErrors } from '../partner-errors.ts';
import { type ListPage, oneText, type PageQuery, readPage } from '../shared/list-page.ts';
import type { OneAtATime } from '../shared/one-at-a-time.ts';
import { deleteDocument, type PutDocument, storeDocument } from './store-document.ts';
import type { TenantChange, TenantStore } from './tenant-store.ts';

/** The owner of documents, and the agent that they are for. */
export interface DocumentOwner {
  /** Null: the operator, whose documents are for every client of the agent. */
  readonly client: Client | null;
  readonly agentSlug: string;
}

/** What the documents of a process share. */
export interface DocumentTools {
  readonly reader: DocumentReader;
  readonly stopWords: StopWordCounter;
  /** Writers of one corpus wait here, where they hold no connection. */
  readonly line: OneAtATime;
}

/** Stores and deletes the documents from which agents answer. A change holds from the next prompt on. */
export class DocumentManager {
  readonly #documents: DocumentStore;
  readonly #agents: AgentStore;
  readonly #tenants: TenantStore;
  readonly #tools: DocumentTools;

  constructor(documents: DocumentStore, agents: AgentStore, tenants: TenantStore, tools: DocumentTools) {
    this.#documents = documents;
    this.#agents = agents;
    this.#tenants = tenants;
    this.#tools = tools;
  }

  async find(owner: DocumentOwner, id: string): Promise<StoredDocument> {
    const corpus = await this.#corpusOf(owner);
    const document = isDocumentId(id) ? await this.#documents.find(corpus, id) : null;
    if (document === null) throw partnerErrors.documentNotFound();
    return document;
  }

  async list(
    owner: DocumentOwner,
    { q, ...query }: PageQuery & { readonly q?: string },
  ): Promise<ListPage<StoredDocument>> {
    const corpus = await this.#corpusOf(owner);
    return readPage(
      query,
      oneText,
      ({ id }) => [id] as const,
      (after, limit) => this.#documents.list(corpus, q ?? null, after?.[0] ?? null, limit),
    );
  }

  /** Rejects with the reason of `signal` when that aborts before the document is read. */
  async put(
    actor: Actor,
    owner: DocumentOwner,
    id: string,
    { file, ...sent }: SentSettings & { readonly file: SentFile },
    signal?: AbortSignal,
  ): Promise<PutDocument> {
    const corpus = await this.#corpusOf(owner);
    checkDocumentId(id);
    if (file.bytes.length > documentLimits.bytes) throw errors.bodyTooLarge();
    const settings = checkDocumentSettings(sent);
    const sha256 = createHash('sha256').update(file.bytes).digest();
    const sentHash = hashOfSent(file.mediaType, settings, sha256);
    const known = await this.#documents.find(corpus, id);
    if (known?.sentHash.equals(sentHash)) return { document: known, isNew: false, isChanged: false };
    const read = await this.#read(owner, file, signal);
    const { chunks } = read;
    const { url, requires } = settings;
    const title = settings.title ?? titleFrom(read.title) ?? id;
    const language = settings.language ?? (await this.#guessLanguage(read));
    const content = { id, title, url, language, requires, sha256, sentHash };
    return this.#change(actor, corpus, (tenants, locked) =>
      storeDocument(tenants, { actor, corpus, locked }, content, chunks),
    );
  }

  async delete(actor: Actor, owner: DocumentOwner, id: string): Promise<void> {
    const corpus = await this.#corpusOf(owner);
    if (!isDocumentId(id)) throw partnerErrors.documentNotFound();
    await this.#change(actor, corpus, (tenants, locked) =>
      deleteDocument(tenants, { actor, corpus, locked }, id),
    );
  }

  async #corpusOf({ client, agentSlug }: DocumentOwner): Promise<CorpusKey> {
    if (client !== null) return { clientId: client.id, agentSlug: requireAgent(client, agentSlug).slug };
    if ((await this.#agents.find(agentSlug)) === null) throw errors.agentNotFound(agentSlug);
    return { clientId: null, agentSlug };
  }

  async #read(
    { client }: DocumentOwner,
    { mediaType: sent, bytes }: SentFile,
    signal?: AbortSignal,
  ): Promise<ReadDocument> {
    const mediaType = documentMediaTypes.find((each) => each === sent);
    if (mediaType === undefined) throw errors.unsupportedMediaType(documentMediaTypes);
    const sender = client?.slug ?? '';
    const read = await this.#tools.reader.read({ mediaType, bytes, sender }, signal);
    if ('unreadable' in read) throw partnerErrors.documentUnreadable(read.unreadable);
    return read;
  }

  #guessLanguage({ chunks }: ReadDocument): Promise<string> {
    const texts = chunks.map(({ body }) => body);
    return guessLanguage(texts, this.#tools.stopWords);
  }

  /** The agent is locked before the corpus, so that meanwhile it is neither deleted nor taken from the client. */
  #change<T>(
    actor: Actor,
    corpus: CorpusKey,
    work: (tenants: TenantChange, locked: LockedCorpus) => Promise<T>,
  ): Promise<T> {
    const { clientId, agentSlug } = corpus;
    return this.#tools.line.run(`${clientId}/${agentSlug}`, () =>
      this.#tenants.change(actor, async (tenants) => {
        const use = await tenants.agents.usability(clientId, agentSlug);
        if (clientId !== null && use !== 'open') throw errors.agentNotAllowed();
        if (use === 'unknown') throw errors.agentNotFound(agentSlug);
        return work(tenants, await tenants.documents.lock(corpus));
      }),
    );
  }
}
