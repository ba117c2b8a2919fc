import assert from 'node:assert/strict';
import { Value } from 'typebox/value';
import {
  type Event,
  type EventList,
  eventTable,
  isEventType,
  KnownEvent,
} from '#contract/events/event-log.ts';
import { until } from '../reading/until.ts';
import type { Partner } from '../world/partner.ts';

export async function read(partner: Partner, query = ''): Promise<EventList> {
  const answer = await partner.get(`/events${query}`);
  assert.equal(answer.status, 200, answer.text);
  const list: EventList = JSON.parse(answer.text);
  for (const event of list.data) assertKnown(event);
  return list;
}

/** Every event that a test reads has the members that the table of types gives it, and no others. */
function assertKnown(event: Event): void {
  assert.ok(isEventType(event.type), event.type);
  const schema = KnownEvent.anyOf.find(({ properties }) => Value.Check(properties['type'], event.type));
  assert.ok(schema !== undefined);
  assert.deepEqual([...Value.Errors(schema, event)], []);
  const told = Object.keys(event.data).toSorted();
  assert.deepEqual(told, Object.keys(eventTable[event.type].data).toSorted());
}

/** Reads on from the cursor until there are so many events, and then once more. */
export async function eventsUntil(
  partner: Partner,
  count: number,
  cursor: string,
): Promise<readonly Event[]> {
  const events: Event[] = [];
  let after = cursor;
  let isLast = false;
  await until(async () => {
    isLast = events.length >= count;
    const page = await read(partner, `?after=${after}&limit=3&wait=${isLast ? 0 : 1}`);
    events.push(...page.data);
    after = page.next_cursor;
    return isLast && !page.has_more;
  });
  return events;
}
