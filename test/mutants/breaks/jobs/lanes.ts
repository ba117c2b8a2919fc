import type { Break } from '../../break.ts';

const claim = 'database/functions/7-claim.sql';
const places = 'database/functions/3-queue-places.sql';
const clock = ['test/adapters/postgres/turns/lane-clock.test.ts'];

/** The fair order of jobs. */
export const laneBreaks: readonly Break[] = [
  {
    rule: 'A client that comes later is not served before those who have waited',
    file: claim,
    replace: 'v_last := greatest(v_last, t.tag);',
    by: '',
    tests: clock,
  },
  {
    rule: 'A client that was away is not served before those who have waited',
    file: places,
    replace: 'greatest(last_tag, l.virtual_time) + p_count',
    by: 'last_tag + p_count',
    tests: clock,
  },
  {
    rule: 'A client with a backlog is served in turn with others',
    file: places,
    replace: 'greatest(last_tag, l.virtual_time) + p_count',
    by: 'l.virtual_time + p_count',
    tests: clock,
  },
  {
    rule: 'What one lane has served says nothing about the turns of another',
    file: claim,
    replace: `where lane = l.lane and epoch = l.epoch
      and (virtual_time, first_tag, first_id) is`,
    by: 'where (virtual_time, first_tag, first_id) is',
    tests: clock,
  },
];
