import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Addition } from './addition.ts';

const migrations = readdirSync(join(import.meta.dirname, '../../database/migrations'));
const nextNumber = String(migrations.length + 1).padStart(4, '0');

/** A quota dimension: the prompts of a day that are answered through the queue. */
export const dimensionAddition: Addition = {
  files: {
    [`database/migrations/${nextNumber}-queued-prompts.sql`]: `alter table usage_clients add column jobs integer not null default 0;
alter table usage_users add column jobs integer not null default 0;
alter table ledger add column jobs smallint not null default 0;
alter table clients add column user_jobs_limit integer check (user_jobs_limit >= 0);
`,
    'test/flows/jobs/jobs-quota.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openJobWorld } from '#test/world/job-world.ts';

test('queued prompts have a limit of their own', async () => {
  await using world = await openJobWorld();
  const service = await world.start({ roles: 'api' });
  const caller = await world.caller(service, { user_jobs_limit: 1 });
  const job = await caller.enqueue();
  assert.equal(job.usage.jobs.label, '1/1');
  assert.equal((await caller.job(job.job_uuid)).charged.jobs, 1);
  const refused = await caller.send('/jobs');
  assert.equal(refused.status, 429);
  assert.match(await refused.text(), /"violated-policies":\\["user-jobs-per-day"\\]/);
  assert.match(refused.headers.get('ratelimit') ?? '', /"user-jobs-per-day";r=0/);
  await caller.fetch(\`/jobs/\${job.job_uuid}/cancel?external_user_id=\${caller.user}\`, { method: 'POST' });
  assert.equal((await caller.enqueue()).usage.jobs.label, '1/1');
});
`,
  },
  changes: [
    {
      file: 'src/contract/quota.ts',
      replace: "['requests', 'priority', 'deep_dive']",
      by: "['requests', 'priority', 'deep_dive', 'jobs']",
    },
    {
      file: 'src/contract/quota.ts',
      replace: "    deep_dive: of('deep_dive'),\n",
      by: "    deep_dive: of('deep_dive'),\n    jobs: of('jobs'),\n",
    },
    {
      file: 'src/contract/launcher.ts',
      replace: '  deep_dive: dimension,\n',
      by: '  deep_dive: dimension,\n  jobs: dimension,\n',
    },
    {
      file: 'src/core/usage/charge.ts',
      replace: 'deep_dive: Number(deepDive) }',
      by: "deep_dive: Number(deepDive), jobs: Number(kind === 'job') }",
    },
    {
      file: 'src/core/usage/charge.ts',
      replace: 'chargeOf({ priority, deepDive,',
      by: 'chargeOf({ kind, priority, deepDive,',
    },
    {
      file: 'src/core/usage/charge.ts',
      replace: '  readonly priority: boolean;\n',
      by: "  readonly kind: 'stream' | 'job';\n  readonly priority: boolean;\n",
    },
    {
      file: 'src/web/chat/embed/report-to-host.ts',
      replace: '      deep_dive: countsOf(deep_dive),\n',
      by: '      deep_dive: countsOf(deep_dive),\n      jobs: countsOf(usage.jobs),\n',
    },
    {
      file: 'src/web/shared/text/dimension-names.ts',
      replace: "  deep_dive: 'Deep Dive',\n",
      by: "  deep_dive: 'Deep Dive',\n  jobs: 'Queued prompts',\n",
    },
    {
      file: 'database/functions/8-endings.sql',
      replace: 'day, requests, priority, deep_dive)\n',
      by: 'day, requests, priority, deep_dive, jobs)\n',
    },
    {
      file: 'database/functions/8-endings.sql',
      replace: 'l.requests, l.priority, l.deep_dive\n',
      by: 'l.requests, l.priority, l.deep_dive, l.jobs\n',
    },
    {
      file: 'database/functions/8-endings.sql',
      replace: 'returning client_id, turn_id, external_user_id, day, requests, priority, deep_dive\n',
      by: 'returning client_id, turn_id, external_user_id, day, requests, priority, deep_dive, jobs\n',
    },
    {
      file: 'database/functions/8-endings.sql',
      replace: `        deep_dive = u.deep_dive - b.deep_dive
      from (select client_id, day, sum(requests) as requests, sum(priority) as priority, sum(deep_dive) as deep_dive
`,
      by: `        deep_dive = u.deep_dive - b.deep_dive, jobs = u.jobs - b.jobs
      from (select client_id, day, sum(requests) as requests, sum(priority) as priority, sum(deep_dive) as deep_dive,
              sum(jobs) as jobs
`,
    },
    {
      file: 'database/functions/8-endings.sql',
      replace: `        deep_dive = u.deep_dive - b.deep_dive
      from (select client_id, day, external_user_id, sum(requests) as requests, sum(priority) as priority,
              sum(deep_dive) as deep_dive
`,
      by: `        deep_dive = u.deep_dive - b.deep_dive, jobs = u.jobs - b.jobs
      from (select client_id, day, external_user_id, sum(requests) as requests, sum(priority) as priority,
              sum(deep_dive) as deep_dive, sum(jobs) as jobs
`,
    },
  ],
  generated: ['database/schema.sql', 'test/snapshots/openapi.snap.json'],
};
