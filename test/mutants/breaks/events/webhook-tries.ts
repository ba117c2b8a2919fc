import type { Break } from '../../break.ts';

const functions = 'database/functions/11-webhooks.sql';
const claims = ['test/adapters/postgres/events/delivery-store.test.ts'];
const store = 'src/adapters/postgres/webhooks/delivery-store.ts';
const crowd = ['test/adapters/postgres/events/delivery-crowd.test.ts'];

/** What becomes of a delivery while something else is changed. */
export const webhookTryBreaks: readonly Break[] = [
  {
    rule: 'A delivery whose event is gone takes no place of its endpoint',
    file: functions,
    replace: 'if v_taken < cardinality(v_events) then',
    by: 'if false then',
    tests: claims,
  },
  {
    rule: 'A try at an earlier address says nothing about the present one',
    file: functions,
    replace: 'if v_url <> p_url then',
    by: 'if false then',
    tests: claims,
  },
  {
    rule: 'A disabled endpoint is not sent what was pending',
    file: functions,
    replace: `h
      where w.enabled`,
    by: `h
      where true`,
    tests: claims,
  },
  {
    rule: 'Tries that succeed at the same time are stored together',
    file: store,
    replace: '? this.#successes.submit({ delivery, attempt })',
    by: '? this.#settleOne(delivery, decision, attempt)',
    tests: crowd,
  },
  {
    rule: 'Tries that are stored together wait for none that another transaction holds',
    file: functions,
    replace: 'for update of d skip locked',
    by: 'for update of d',
    tests: crowd,
  },
  {
    rule: 'A try that is not stored with others is stored by itself',
    file: store,
    replace: "stored.has(index + 1) ? 'settled' :",
    by: "stored.has(index + 1) || true ? 'settled' :",
    tests: crowd,
  },
  {
    rule: 'Only the holder of a lease stores that a try succeeded',
    file: functions,
    replace: 'd.event_id = g.event_id and d.lease_id = g.lease_id',
    by: 'd.event_id = g.event_id',
    tests: crowd,
  },
  {
    rule: 'A success among others ends a row of failures',
    file: functions,
    replace: 'and w.failing_since is not null order by w.id for no key update of w',
    by: 'and false for no key update of w',
    tests: crowd,
  },
];
