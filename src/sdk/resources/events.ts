import type { Transport } from '../transport.ts';
import type { Event, EventAnswer, EventList } from '../wire.ts';
import { apiKeyOnly } from './call-options.ts';

export interface EventListOptions {
  /** `next_cursor` of the previous answer. */
  readonly after?: string | undefined;
  /** Only these types. */
  readonly types?: readonly string[] | undefined;
  /** 1 to 100; 20 by default. */
  readonly limit?: number | undefined;
  /** Seconds to wait for an event, up to 30. */
  readonly wait?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FollowedEvent {
  readonly event: Event;
  /** Behind this event: store it once the event is handled. */
  readonly cursor: string;
}

const followSeconds = 30;

/** The log of what has happened, in order. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async list({ after, types, limit, wait, signal }: EventListOptions = {}): Promise<EventList> {
    apiKeyOnly(this.#transport, 'events.list');
    const query = { after, types: types?.join(), limit, wait };
    return this.#transport.json({ method: 'GET', path: '/events', query, waitSeconds: wait, signal });
  }

  async get(id: string, { signal }: Pick<EventListOptions, 'signal'> = {}): Promise<EventAnswer> {
    apiKeyOnly(this.#transport, 'events.get');
    return this.#transport.json({ method: 'GET', path: `/events/${encodeURIComponent(id)}`, signal });
  }

  /** Every event from a cursor on, as they come, until the signal aborts or the loop is left. */
  async *follow(
    options: Omit<EventListOptions, 'limit' | 'wait'> = {},
  ): AsyncGenerator<FollowedEvent, never> {
    let after = options.after;
    for (;;) {
      // One event a page, so that each comes with the cursor after it.
      const page = await this.list({ ...options, after, limit: 1, wait: followSeconds });
      after = page.next_cursor;
      for (const event of page.data) yield { event, cursor: after };
    }
  }
}
