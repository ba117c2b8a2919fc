import { type ApiRequest, parseJson, type Transport } from '../transport.ts';
import type {
  Conversation,
  ConversationDeleted,
  ConversationList,
  ConversationRenamed,
  ConversationSummary,
  FeedbackSaved,
  Rating,
} from '../wire.ts';
import type { CallOptions } from './call-options.ts';

export interface ConversationListOptions extends CallOptions {
  /** 1 to 100; 20 by default. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  readonly agentSlug?: string | undefined;
  /** The archived ones instead of the others; without it a search finds both. */
  readonly archived?: boolean | undefined;
  /** Words that occur in the title, questions and answers, 1 to 200 characters; each row then has its `match`. */
  readonly q?: string | undefined;
}

/** At least one change; what is left out stays as it is. */
export interface ConversationChange extends CallOptions {
  /** 1 to 200 characters. */
  readonly title?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

export interface ConversationReadOptions extends CallOptions {
  /** Messages, 1 to 200; 50 by default. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page, for older messages. */
  readonly before?: string | undefined;
  /** Also the messages that questions have replaced, each with `set_aside`. */
  readonly includeSetAside?: boolean | undefined;
}

export interface ConversationChangeOptions extends ConversationReadOptions {
  /** The `etag` of an earlier read: nothing is read unless something has changed since. */
  readonly etag?: string | undefined;
  /** 0 to 30: with `etag`, wait this long for a change. */
  readonly waitSeconds?: number | undefined;
}

/** `conversation` is null when nothing has changed since the `etag` that was sent. */
export interface ConversationState {
  readonly etag: string;
  readonly conversation: Conversation | null;
}

export interface FeedbackRequest extends CallOptions {
  /** null removes the feedback. */
  readonly rating: Rating | null;
  /** The last answer by default. */
  readonly messageUuid?: string | undefined;
  readonly comment?: string | undefined;
}

const followSeconds = 30;

/** An end user's conversations. */
export class Conversations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One page, newest activity first. */
  list(options: ConversationListOptions = {}): Promise<ConversationList> {
    const { agentSlug, limit, cursor, archived, q, ...rest } = options;
    const flag = archived === undefined ? archived : String(archived);
    const query = { agent_slug: agentSlug, limit, cursor, archived: flag, q };
    return this.#transport.json({ method: 'GET', path: '/conversations', query, ...rest });
  }

  async *pages(options: ConversationListOptions = {}): AsyncGenerator<ConversationList, void> {
    let cursor = options.cursor;
    do {
      const page = await this.list({ ...options, cursor });
      yield page;
      cursor = page.has_more ? (page.next_cursor ?? undefined) : undefined;
    } while (cursor !== undefined);
  }

  /** Every conversation, fetched page by page. */
  async *all(options: ConversationListOptions = {}): AsyncGenerator<ConversationSummary, void> {
    for await (const page of this.pages(options)) yield* page.data;
  }

  get(conversationUuid: string, options: ConversationReadOptions = {}): Promise<Conversation> {
    const { limit, before, includeSetAside, ...rest } = options;
    const query = { limit, before, include: toInclude(includeSetAside) };
    return this.#transport.json({ ...at(conversationUuid), query, ...rest });
  }

  /** The conversation, unless it is unchanged since `etag`; follow the text of a running answer through its job. */
  async getIfChanged(
    conversationUuid: string,
    options: ConversationChangeOptions = {},
  ): Promise<ConversationState> {
    const { limit, before, includeSetAside, etag, waitSeconds, ...rest } = options;
    const response = await this.#transport.open({
      ...at(conversationUuid),
      query: { limit, before, include: toInclude(includeSetAside), wait: waitSeconds },
      ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } }),
      waitSeconds,
      ...rest,
    });
    const conversation = response.status === 304 ? null : parseJson<Conversation>(await response.text());
    return { etag: response.headers.get('etag') ?? '', conversation };
  }

  /** The conversation now and after every change, until the signal aborts, the loop is left, or it is deleted (404). */
  async *follow(
    conversationUuid: string,
    options: ConversationReadOptions = {},
  ): AsyncGenerator<Conversation, never> {
    let etag: string | undefined;
    for (;;) {
      const read = { ...options, etag, waitSeconds: followSeconds };
      const state: ConversationState = await this.getIfChanged(conversationUuid, read);
      etag = state.etag;
      if (state.conversation !== null) yield state.conversation;
    }
  }

  /** Renames, pins or archives it. */
  update(conversationUuid: string, request: ConversationChange): Promise<ConversationRenamed> {
    const { title, pinned, archived, ...rest } = request;
    const body = { title, pinned, archived };
    return this.#transport.json({ ...at(conversationUuid), method: 'PATCH', body, ...rest });
  }

  rename(conversationUuid: string, request: CallOptions & { title: string }): Promise<ConversationRenamed> {
    return this.update(conversationUuid, request);
  }

  /** Erases the messages permanently, and cancels a running answer. */
  delete(conversationUuid: string, options: CallOptions = {}): Promise<ConversationDeleted> {
    return this.#transport.json({
      ...at(conversationUuid),
      method: 'DELETE',
      repeatable: false,
      ...options,
    });
  }

  feedback(conversationUuid: string, request: FeedbackRequest): Promise<FeedbackSaved> {
    const { rating, comment, messageUuid, ...rest } = request;
    const body = { rating, comment, message_uuid: messageUuid };
    return this.#transport.json({ ...at(conversationUuid, '/feedback'), method: 'POST', body, ...rest });
  }
}

function toInclude(includeSetAside: boolean | undefined): 'set_aside' | undefined {
  return includeSetAside === true ? 'set_aside' : undefined;
}

function at(conversationUuid: string, part = ''): Pick<ApiRequest, 'method' | 'path'> {
  return { method: 'GET', path: `/conversations/${encodeURIComponent(conversationUuid)}${part}` };
}
