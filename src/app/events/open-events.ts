import { PostgresEventLogStore } from '#adapters/postgres/events/event-log-store.ts';
import type { EventQuery } from '#core/events/event-log-store.ts';
import type { EventReading } from '#core/events/read-events.ts';
import { ChangeWatch } from '#core/shared/change-watch.ts';
import type { OpenDatabase } from '../open-database.ts';
import type { Turns } from '../start-turns.ts';

/** The log of events as the readers of this process share it. */
export function openEvents(
  { database, connect }: Pick<OpenDatabase, 'database' | 'connect'>,
  { readingOn }: Pick<Turns, 'readingOn'>,
): EventReading & Disposable {
  const log = new PostgresEventLogStore(database, connect(1));
  const watch = new ChangeWatch<EventQuery, boolean>({
    everyMs: 250,
    restFactor: 4,
    keyOf: ({ clientId, after, types }) => [clientId, after?.xid, after?.seq, types].join(' '),
    signatureOf: String,
    poll: (queries) => log.poll(queries),
  });
  return { log, watch, readers: readingOn('api').readers, [Symbol.dispose]: () => watch[Symbol.dispose]() };
}
