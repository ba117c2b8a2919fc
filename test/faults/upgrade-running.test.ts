import { it } from 'node:test';
import type { Break } from '#test/break.ts';
import { runUpgrade } from '#test/upgrade/upgrade-run.ts';

it('processes of 0.4.0 and of this version serve one database, and no request is refused while it is upgraded', async (t) => {
  const result = await runUpgrade({
    version: '0.4.0',
    seed: 1,
    processes: 1,
    senders: 8,
    phaseMs: 700,
    paceMs: 20,
    killsWorkers: false,
  });
  t.diagnostic(JSON.stringify(result));
});

export const breaks: readonly Break[] = [
  {
    rule: 'Processes of 0.4.0 keep working once the database is migrated',
    file: 'database/functions/1-days.sql',
    replace: 'create or replace function lock_usage(',
    by: `alter table ledger add if not exists why text not null default '';
alter table ledger alter why drop default;
create or replace function lock_usage(`,
  },
];
