import assert from 'node:assert/strict';
import type { Event, EventList } from '#contract/event-log.ts';
import { until } from '../reading/until.ts';
import type { Partner } from '../world/partner.ts';

export async function read(partner: Partner, query = ''): Promise<EventList> {
  const answer = await partner.get(`/events${query}`);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
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
