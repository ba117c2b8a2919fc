import type { Transport } from '../transport.ts';
import type {
  DocumentAnswer,
  DocumentDeleted,
  DocumentList,
  DocumentMediaType,
  DocumentStored,
  FoundSources,
} from '../wire.ts';
import { apiKeyOnly, type CallOptions } from './call-options.ts';

type Signal = Pick<CallOptions, 'signal'>;

export interface DocumentRequest extends Signal {
  readonly mediaType: DocumentMediaType;
  /** The document's own title, or its id, by default. */
  readonly title?: string | undefined;
  /** Where readers find it. */
  readonly url?: string | undefined;
  /** A text search configuration of PostgreSQL, or an ISO 639 code; guessed by default. */
  readonly language?: string | undefined;
  /** The facts that a question has to come with, each with its possible values. */
  readonly requires?: Readonly<Record<string, readonly (string | number | boolean)[]>> | undefined;
}

export interface DocumentListOptions extends Signal {
  /** A part of a title or of an id, in any case. */
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface DocumentSearch extends Signal {
  /** What the question would come with. */
  readonly facts?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** The documents from which an agent answers your users. The key needs the scope `knowledge`. */
export class Documents {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Stores a document under an id of yours, or replaces it. The next question is answered with it. */
  async put(
    agentSlug: string,
    id: string,
    content: string | Uint8Array | Blob,
    { mediaType, requires, signal, ...settings }: DocumentRequest,
  ): Promise<DocumentStored> {
    apiKeyOnly(this.#transport, 'documents.put');
    const query = { ...settings, ...(requires && { requires: JSON.stringify(requires) }) };
    const file = { mediaType, content };
    return this.#transport.json({ method: 'PUT', path: at(agentSlug, id), query, file, signal });
  }

  async get(agentSlug: string, id: string, options: Signal = {}): Promise<DocumentAnswer> {
    apiKeyOnly(this.#transport, 'documents.get');
    return this.#transport.json({ method: 'GET', path: at(agentSlug, id), ...options });
  }

  /** One page, by id. */
  async list(agentSlug: string, { signal, ...query }: DocumentListOptions = {}): Promise<DocumentList> {
    apiKeyOnly(this.#transport, 'documents.list');
    return this.#transport.json({ method: 'GET', path: of(agentSlug), query: { ...query }, signal });
  }

  /** What a question would find: no model is asked, and nothing is charged. */
  async search(
    agentSlug: string,
    question: string,
    { facts, signal }: DocumentSearch = {},
  ): Promise<FoundSources> {
    apiKeyOnly(this.#transport, 'documents.search');
    const path = `/agents/${encodeURIComponent(agentSlug)}/sources`;
    const body = { q: question, ...(facts && { facts }) };
    return this.#transport.json({ method: 'POST', path, body, signal });
  }

  async delete(agentSlug: string, id: string, options: Signal = {}): Promise<DocumentDeleted> {
    apiKeyOnly(this.#transport, 'documents.delete');
    return this.#transport.json({ method: 'DELETE', path: at(agentSlug, id), repeatable: false, ...options });
  }
}

function of(agentSlug: string): string {
  return `/agents/${encodeURIComponent(agentSlug)}/documents`;
}

function at(agentSlug: string, id: string): string {
  return `${of(agentSlug)}/${encodeURIComponent(id)}`;
}
