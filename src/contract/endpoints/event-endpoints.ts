import { Type } from 'typebox';
import { strict } from '../chat.ts';
import type { Endpoint } from '../endpoint.ts';
import { EventAnswer, EventList } from '../events/event-log.ts';
import { limits } from '../limits.ts';
import { noQuery, pageOf, wait } from '../request-parts.ts';

const eventQuery = Type.Object(
  {
    after: Type.Optional(Type.String({ description: '`next_cursor` of the previous answer.' })),
    types: Type.Optional(Type.String({ description: 'Only these types, separated by commas.' })),
    ...pageOf(limits.eventPage),
    ...wait,
  },
  strict,
);

export const eventEndpoints = {
  listEvents: {
    operation: 'listEvents',
    summary: 'What has happened, in order',
    description:
      'The client’s log of the last 30 days. It is complete and in order: reading on from `next_cursor` misses nothing. It starts with the first endpoint or the first read, which is empty. With `wait`, an empty answer waits for an event. A cursor older than 30 days, or from before a restored backup, is 410: read again without `after`.',
    method: 'GET',
    path: '/events',
    hosted: false,
    scope: 'webhooks',
    freshness: 'current',
    query: eventQuery,
    body: null,
    answers: { 200: EventList },
    errors: ['cursor_expired', 'too_many_readers'],
  },
  getEvent: {
    operation: 'getEvent',
    summary: 'One event',
    description: 'The event as it was logged; kept for 30 days.',
    method: 'GET',
    path: '/events/:event',
    hosted: false,
    scope: 'webhooks',
    freshness: 'current',
    query: noQuery,
    body: null,
    answers: { 200: EventAnswer },
    errors: ['event_not_found'],
  },
} as const satisfies Record<string, Endpoint>;
