import type { Break } from '../../break.ts';

const claim = 'database/functions/7-claim.sql';
const places = 'database/functions/3-queue-places.sql';
const clock = ['test/adapters/postgres/turns/lane-clock.test.ts'];

/** The fair order of jobs. */
export const laneBreaks: readonly Break[] = [
  {
    rule: 'A client that comes later is not served before those who have waited',
    file: claim,
    replace: 'update lanes set virtual_time = t.tag where lane = t.lane and virtual_time < t.tag;',
    by: '',
    tests: clock,
  },
  {
    rule: 'A client that was away is not served before those who have waited',
    file: places,
    replace: 'greatest(lane_clients.last_tag + p_count, excluded.last_tag)',
    by: 'lane_clients.last_tag + p_count',
    tests: clock,
  },
  {
    rule: 'A client with a backlog is served in turn with others',
    file: places,
    replace: 'greatest(lane_clients.last_tag + p_count, excluded.last_tag)',
    by: 'excluded.last_tag',
    tests: clock,
  },
  {
    rule: 'What one lane has served says nothing about the turns of another',
    file: claim,
    replace: 'where lane = t.lane and virtual_time < t.tag',
    by: 'where virtual_time < t.tag',
    tests: clock,
  },
];
