import {
  type EventAnswer,
  type EventList,
  type EventType,
  eventTypes,
  isEventType,
} from '#contract/events/event-log.ts';
import { limits } from '#contract/limits.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import type { ChangeWatch } from '../shared/change-watch.ts';
import { opaqueCursor, readOpaqueCursor } from '../shared/opaque-cursor.ts';
import { eventIdIn, presentEvent } from './event.ts';
import type { EventLogStore, EventPage, EventPosition, EventQuery } from './event-log-store.ts';

export interface EventReading {
  readonly log: EventLogStore;
  readonly watch: ChangeWatch<EventQuery, boolean>;
  /** Bounds the waiting readers of a client. */
  readonly readers: { enter(owner: { readonly clientId: number; readonly userId: string }): Disposable };
}

export interface EventRequest {
  readonly after?: string | undefined;
  /** Separated by commas. */
  readonly types?: string | undefined;
  readonly limit?: number | undefined;
  readonly wait?: number | undefined;
}

type Reader = Pick<Client, 'id' | 'usesEvents'>;

/**
 * A page of a client's log, in its order. With `wait`, an empty page waits until there is an event or the time
 * is up. The first read starts the log, and has no events to wait for yet.
 */
export async function readEvents(
  { log, watch, readers }: EventReading,
  client: Reader,
  request: EventRequest,
  signal: AbortSignal,
): Promise<EventList> {
  const query = {
    clientId: client.id,
    after: parseEventCursor(request.after),
    types: typesIn(request.types),
  };
  const limit = request.limit ?? limits.eventPage.default;
  if (!client.usesEvents) await log.begin(client.id);
  let page = await pageOf(log, query, limit);
  const waitMs = client.usesEvents ? (request.wait ?? 0) * 1000 : 0;
  if (page.events.length > 0 || waitMs === 0) return presentEvents(page);
  using _ = readers.enter({ clientId: client.id, userId: '' });
  const deadline = performance.now() + waitMs;
  while (page.events.length === 0) {
    const leftMs = deadline - performance.now();
    const next = { ...query, after: page.position };
    if (leftMs <= 0 || !(await watch.news(next, Boolean, { signal, waitMs: leftMs }))) break;
    page = await pageOf(log, next, limit);
  }
  return presentEvents(page);
}

/** A page for an operator, which begins no log. */
export async function peekEvents(
  log: EventLogStore,
  client: Pick<Client, 'id'>,
  { after, types, limit = limits.eventPage.default }: Omit<EventRequest, 'wait'>,
): Promise<EventList> {
  const query = { clientId: client.id, after: parseEventCursor(after), types: typesIn(types) };
  return presentEvents(await pageOf(log, query, limit));
}

export async function findEvent(
  log: EventLogStore,
  client: Pick<Client, 'id'>,
  name: string,
): Promise<EventAnswer> {
  const id = eventIdIn(name);
  const event = id === null ? null : await log.find(client.id, id);
  if (event === null) throw errors.eventNotFound();
  return { ok: true, ...presentEvent(event) };
}

async function pageOf(log: EventLogStore, query: EventQuery, limit: number): Promise<EventPage> {
  const page = await log.read(query, limit);
  if (page === null) throw errors.cursorExpired();
  return page;
}

function presentEvents({ events, hasMore, position }: EventPage): EventList {
  return {
    ok: true,
    object: 'list',
    data: events.map(presentEvent),
    has_more: hasMore,
    next_cursor: eventCursor(position),
  };
}

function typesIn(text: string | undefined): readonly EventType[] | null {
  if (text === undefined) return null;
  const names = text.split(',').map((name) => name.trim());
  return checkEventTypes(names, '?types');
}

/** Refuses unknown types; equal ones count once. */
export function checkEventTypes(names: readonly string[], pointer: string): readonly EventType[] {
  const known = names.filter(isEventType);
  if (known.length < names.length) {
    throw errors.invalidField(pointer, `must be some of ${eventTypes.join(', ')}`, 'unknown');
  }
  return [...new Set(known)];
}

const form = /^([1-9]\d{0,8}) (0|[1-9]\d{0,19}) (0|[1-9]\d{0,15}) (0|[1-9]\d{0,15})$/;

export function eventCursor({ generation, xid, seq, at }: EventPosition): string {
  return opaqueCursor(`${generation} ${xid} ${seq} ${at.getTime()}`);
}

export function parseEventCursor(cursor: string | undefined): EventPosition | null {
  if (cursor === undefined) return null;
  return readOpaqueCursor(cursor, '?after', (place) => {
    const [, generation, xid = '', seq, at] = form.exec(place) ?? [];
    const position = { generation: Number(generation), xid, seq: Number(seq), at: new Date(Number(at)) };
    if (generation === undefined || BigInt(xid) > largestXid || !Number.isSafeInteger(position.seq))
      return null;
    return position.at.getTime() < latestMs ? position : null;
  });
}

const largestXid = 2n ** 64n - 1n;
/** The database writes years of more than four digits differently. */
const latestMs = Date.UTC(10_000, 0);
