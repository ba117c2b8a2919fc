import type { endpoints } from '#contract/endpoints/endpoints.ts';
import { type EventReading, findEvent, readEvents } from '#core/events/read-events.ts';
import type { Handler } from '../routing/call.ts';
import { goneSignal } from '../streaming/open-stream.ts';

export function listEvents(events: EventReading): Handler<typeof endpoints.listEvents> {
  return async ({ caller, query, reply }) => ({
    body: await readEvents(events, caller.client, query, goneSignal(reply)),
  });
}

export function getEvent({ log }: EventReading): Handler<typeof endpoints.getEvent> {
  return async ({ caller, params }) => ({ body: await findEvent(log, caller.client, params['event'] ?? '') });
}
