import type { StoredEvent } from './event.ts';

/** A place in a client's log: after one event, or after everything that was readable at a moment. */
export interface EventPosition {
  /** The log's generation in which it was issued. */
  readonly generation: number;
  /** The transaction that stored the event, as a decimal number of 64 bits. */
  readonly xid: string;
  readonly seq: number;
  /** When the event was stored, or when the log was read, by the database's clock. */
  readonly at: Date;
}

export interface EventQuery {
  readonly clientId: number;
  /** Null: from the oldest event. */
  readonly after: EventPosition | null;
  /** Null: all types. */
  readonly types: readonly string[] | null;
}

export interface EventPage {
  readonly events: readonly StoredEvent[];
  readonly hasMore: boolean;
  /** After the last event, or after all that was readable. */
  readonly position: EventPosition;
}

export interface EventLogStore {
  /** Starts the log of a client, and marks cached copies of the client stale. Does nothing the second time. */
  begin(clientId: number): Promise<void>;
  /** Null: the position belongs to another generation, or its successors may be gone. */
  read(query: EventQuery, limit: number): Promise<EventPage | null>;
  find(clientId: number, id: string): Promise<StoredEvent | null>;
  /** Which of the queries would find an event now. */
  poll(queries: readonly EventQuery[]): Promise<readonly boolean[]>;
}
