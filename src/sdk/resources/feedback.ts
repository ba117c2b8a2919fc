import type { Transport } from '../transport.ts';
import type { FeedbackList, RatedAnswer, Rating, UnansweredList } from '../wire.ts';
import { apiKeyOnly } from './call-options.ts';

export interface FeedbackListOptions {
  readonly rating?: Rating | undefined;
  readonly agentSlug?: string | undefined;
  readonly since?: Date | string | undefined;
  /** Ratings before this moment. */
  readonly until?: Date | string | undefined;
  /** 1 to 100; 20 by default. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface UnansweredListOptions extends Pick<FeedbackListOptions, 'limit' | 'cursor' | 'signal'> {}

/** What end users thought of the answers. */
export class FeedbackOfUsers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One page, newest first. */
  async list(options: FeedbackListOptions = {}): Promise<FeedbackList> {
    apiKeyOnly(this.#transport, 'feedback.list');
    const { agentSlug, since, until, signal, ...rest } = options;
    const query = { ...rest, agent_slug: agentSlug, since: moment(since), until: moment(until) };
    return this.#transport.json({ method: 'GET', path: '/feedback', query, signal });
  }

  /** One page of the questions to an agent whose answers cite none of its documents, newest first. */
  async unanswered(agentSlug: string, options: UnansweredListOptions = {}): Promise<UnansweredList> {
    apiKeyOnly(this.#transport, 'feedback.unanswered');
    const { signal, ...query } = options;
    const path = `/agents/${encodeURIComponent(agentSlug)}/unanswered`;
    return this.#transport.json({ method: 'GET', path, query, signal });
  }

  /** Every rating, fetched page by page. */
  async *all(options: FeedbackListOptions = {}): AsyncGenerator<RatedAnswer, void> {
    let { cursor } = options;
    do {
      const page: FeedbackList = await this.list({ ...options, cursor });
      yield* page.data;
      cursor = page.has_more ? (page.next_cursor ?? undefined) : undefined;
    } while (cursor !== undefined);
  }
}

function moment(time: Date | string | undefined): string | undefined {
  return time instanceof Date ? time.toISOString() : time;
}
