import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chat, common } from '#locales/en/chat.ts';
import type { Break } from '#test/break.ts';
import { groupByDay } from '../../../src/web/chat/sidebar/group-by-day.ts';
import { localMoment } from '../../../src/web/shared/dates.ts';
import { setText } from '../../../src/web/shared/text/text.ts';

setText(common, chat);

// Local times: the groups are days of the reader's own calendar.
const now = new Date(2026, 10, 21, 12, 0);
const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();

test('conversations are grouped by how many midnights ago they were, not by hours', () => {
  const moments = [
    at(2026, 10, 21, 0),
    at(2026, 10, 20, 23),
    at(2026, 10, 14, 1),
    at(2026, 10, 1, 1),
    at(2026, 8, 1, 1),
  ];
  const groups = groupByDay(moments, (moment) => moment, now, 'en');
  assert.deepEqual(
    groups.map(({ label }) => label),
    ['Today', 'Yesterday', 'Previous 7 days', 'Previous 30 days', 'September 2026'],
  );
});

test('a day on which the clocks change is one day', () => {
  const { TZ } = process.env;
  process.env['TZ'] = 'Europe/Berlin';
  try {
    const noonOf = (day: number) => new Date(2026, 2, day, 12);
    const items = [noonOf(29).toISOString()];
    assert.deepEqual(
      groupByDay(items, (moment) => moment, noonOf(30), 'en'),
      [{ label: 'Yesterday', items }],
    );
  } finally {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  }
});

test('what shares a day shares a group and keeps its order', () => {
  const moments = [at(2026, 10, 21, 9), at(2026, 10, 21, 8)];
  assert.deepEqual(
    groupByDay(moments, (moment) => moment, now, 'en'),
    [{ label: 'Today', items: moments }],
  );
});

test('a moment of today is a time, another one names its day', () => {
  assert.equal(localMoment(at(2026, 10, 21, 18), now, 'en-GB'), '18:00');
  assert.equal(localMoment(at(2026, 10, 22, 1), now, 'en-GB'), 'Sun 01:00');
});

export const breaks: readonly Break[] = [
  {
    rule: 'Conversations are grouped by the midnights since, not by hours',
    file: 'src/web/chat/sidebar/group-by-day.ts',
    replace: '(startOfDay(now) - startOfDay(moment))',
    by: '(now.getTime() - moment.getTime())',
  },
  {
    rule: 'A day on which the clocks change is one day in the list of conversations',
    file: 'src/web/chat/sidebar/group-by-day.ts',
    replace: 'Math.round((',
    by: 'Math.floor((',
  },
  {
    rule: 'A moment of another day names the day',
    file: 'src/web/shared/dates.ts',
    replace: 'sameDay ? time',
    by: 'sameDay || iso ? time',
  },
];
