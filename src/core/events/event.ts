import type { Event, EventType } from '#contract/events/event-log.ts';
import { isUuid } from '../shared/new-id.ts';

/** An event to be stored, in the transaction that causes it. Never with the text of a message. */
export interface NewEvent {
  readonly clientId: number;
  readonly type: EventType;
  /** The end user that it is about. Kept apart from the data, so that an erasure finds it. */
  readonly userId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StoredEvent {
  readonly id: string;
  /** A string, because a later version may store more types. */
  readonly type: string;
  readonly userId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

const prefix = 'evt_';

/** The event as the log and the webhooks show it. */
export function presentEvent({ id, type, userId, data, at }: StoredEvent): Event {
  const about = userId === null ? {} : { external_user_id: userId };
  return { id: eventName(id), type, timestamp: at.toISOString(), data: { ...data, ...about } };
}

export function eventName(id: string): string {
  return `${prefix}${id}`;
}

/** The uuid in the name of an event; null when it is not one. */
export function eventIdIn(name: string): string | null {
  const id = name.slice(prefix.length).toLowerCase();
  return name.startsWith(prefix) && isUuid(id) ? id : null;
}
