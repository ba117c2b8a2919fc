import type { NewEvent } from '#core/events/event.ts';
import type { Statement } from '../database/statement-group.ts';

/** Stores events in the running transaction. Clients that do not use events are skipped. */
export function recordEvents(events: readonly NewEvent[]): Statement {
  return {
    text: 'select record_events($1, $2, $3, $4)',
    values: [
      events.map(({ clientId }) => clientId),
      events.map(({ type }) => type),
      events.map(({ userId }) => userId),
      events.map(({ data }) => JSON.stringify(data)),
    ],
  };
}
