import type { Break } from '../../break.ts';

const quotaTest = ['test/flows/usage/quota.test.ts'];

export const burstBreaks: readonly Break[] = [
  {
    rule: 'A burst is counted for a minute',
    file: 'src/adapters/postgres/admissions/fact-statements.ts',
    replace: "b.window_start > now() - interval '1 minute'",
    by: "b.window_start > now() - interval '5 seconds'",
    tests: quotaTest,
  },
  {
    rule: 'The minute of a burst begins with its first request',
    file: 'src/adapters/postgres/admissions/store-statements.ts',
    replace: 'then b.window_start else excluded.window_start end',
    by: 'then excluded.window_start else excluded.window_start end',
    tests: quotaTest,
  },
  {
    rule: 'A new minute counts from the beginning',
    file: 'src/adapters/postgres/admissions/store-statements.ts',
    replace: 'then b.requests + excluded.requests else excluded.requests end',
    by: 'then b.requests + excluded.requests else b.requests + excluded.requests end',
    tests: quotaTest,
  },
  {
    rule: 'A burst is over when its minute is',
    file: 'src/adapters/postgres/admissions/fact-statements.ts',
    replace: 'ceil(60 - extract(epoch',
    by: 'ceil(600 - extract(epoch',
    tests: quotaTest,
  },
];
