import type { Break } from '../../break.ts';

const functions = 'database/functions/11-webhooks.sql';
const claims = ['test/adapters/postgres/events/delivery-store.test.ts'];

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
];
