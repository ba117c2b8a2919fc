import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import type { ConversationList } from '#contract/resources.ts';
import { queueIsEmpty, usageIsExact } from '#test/auditor/auditor-rows.ts';
import type { Break } from '#test/break.ts';
import { FormBrowser } from '#test/browser/form-browser.ts';
import { readTableRows, rowsOf, type TableRows } from '#test/database/table-rows.ts';
import { createEmptyDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { type ReleaseContents, readReleaseContents, restoreRelease } from '#test/upgrade/release.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { bodyOf, JobCaller } from '#test/world/job-caller.ts';
import { runCommand } from '#test/world/process.ts';

/** The dump is old, but its jobs must still run. */
const limits = { queue_ttl_ms: 100 * 365 * 24 * 3_600_000 };

/** The releases that are kept, and the tables that their dumps leave empty, so that they show nothing of those. */
const kept = {
  '0.1.0': ['brands', 'client_agents', 'login_codes'],
  '0.2.0': ['brands', 'client_agents', 'login_codes'],
  '0.4.0': [
    'client_agents',
    'erasures',
    'login_codes',
    'operator_ceremonies',
    'operator_passkeys',
    'operator_sessions',
    'operators',
    'quota_notices',
    'retention_passes',
    'turn_traces',
    'usage_days',
    'usage_models',
    'usage_months',
  ],
} as const;

describe('an upgrade', { concurrency: true }, () => {
  for (const [version, emptyTables] of Object.entries(kept)) {
    describe(`of a database of ${version}`, { concurrency: false }, () => testUpgrade(version, emptyTables));
  }
});

function testUpgrade(version: string, emptyTables: readonly string[]): void {
  let contents: ReleaseContents;
  let restored: TestDatabase;
  let database: Database;
  let old: TableRows;
  let api: Api;
  const announced: string[] = [];

  before(async () => {
    contents = await readReleaseContents(version);
    restored = await createEmptyDatabase();
    await restoreRelease(version, restored.url);
    database = new Database({ connectionString: restored.url, connections: 2 });
    // A restored dump begins a new log of events, as every copy of a database does: releases up to 0.3.0 have none.
    if (!['0.1.0', '0.2.0'].includes(version)) await database.query('select mend_event_log()');
    old = await readTableRows(database);
    await migrate({ connectionString: restored.url }, undefined, {
      onUpgrade: (sentence) => announced.push(sentence),
    });
  });

  after(async () => {
    await api?.[Symbol.asyncDispose]();
    await database?.[Symbol.asyncDispose]();
    await restored?.[Symbol.asyncDispose]();
  });

  it('is announced once, before it begins, with the command for a backup', () => {
    assert.equal(announced.length, 1, announced.join('\n'));
    assert.match(announced[0] ?? '', /is upgraded to \d.*"npx parley backup <folder>"/);
  });

  it('keeps every row as it is when it is migrated', async () => {
    for (const [table, { columns, rows }] of old) {
      assert.deepEqual(await rowsOf(database, table, columns), rows, table);
    }
    const empty = [...old].filter(([, { rows }]) => rows.length === 0).map(([table]) => table);
    assert.deepEqual(empty, emptyTables);
  });

  it('is served: each owner reads the conversations from before the upgrade, and no other user does', async () => {
    await becomeUsable();
    for (const { key, user, conversations, jobs } of contents.owners) {
      const caller = callerWith(key, user);
      const identity = new URLSearchParams({ external_user_id: user });
      const list = await bodyOf<ConversationList>(await caller.fetch(`/conversations?${identity}`));
      assert.deepEqual(
        list.data.map((one) => one.conversation_uuid),
        conversations.map((one) => one.conversation_uuid),
      );
      for (const { context_usage: _hint, ...conversation } of conversations) {
        const path = `/conversations/${conversation.conversation_uuid}?${identity}`;
        assert.partialDeepStrictEqual(await bodyOf(await caller.fetch(path)), conversation);
        for (const other of contents.owners.filter((one) => one.key !== key)) {
          assert.equal((await callerWith(other.key, user).fetch(path)).status, 404);
        }
      }
      for (const id of jobs) assert.ok(['completed', 'failed'].includes((await caller.job(id)).status), id);
    }
  });

  it('runs the jobs that its last process left, running and queued', async () => {
    const { key, user, running, queued } = contents.left;
    for (const id of [...running, ...queued]) {
      assert.equal((await callerWith(key, user).untilFinal(id)).status, 'completed');
    }
    await usageIsExact(database);
    // A heartbeat that overlaps the end of its turn can leave text behind, which each process removes once a minute.
    await database.query('select tidy_queue()');
    await queueIsEmpty(database);
  });

  it('keeps its keys, sessions and passwords; what was revoked stays revoked', async () => {
    const [owner] = contents.owners;
    assert.ok(owner !== undefined);
    const body = { conversation_uuid: owner.conversations.at(-1)?.conversation_uuid };
    const answer = await callerWith(owner.key, owner.user).send('/stream', body);
    assert.equal(answer.status, 200);
    await answer.text();
    assert.equal((await callerWith(contents.revokedKey, 'anna').fetch('/agents')).status, 401);
    const browser = new FormBrowser(api.portOf());
    const { tenant } = contents.signIn;
    const page = await browser.follow(
      await browser.post(`http://login.localhost:${api.portOf()}/`, contents.signIn),
    );
    const { text } = await browser.visit(`http://${tenant}.localhost:${api.portOf()}/chat/conversations`);
    assert.match(text, /From the hosted page/, page.text);
    await usageIsExact(database);
  });

  /** The operator's command also works on clients from before the upgrade. */
  async function becomeUsable(): Promise<void> {
    const env = { DATABASE_URL: restored.url, PARLEY_SECRET: contents.secret };
    const changed = await runCommand(['client', 'update', 'stalled', '--model', 'none'], { env });
    assert.equal(changed.code, 0, changed.stderr);
    api = await openApi({ databaseUrl: restored.url, config: { limits }, env });
  }

  function callerWith(key: string, user: string): JobCaller {
    return new JobCaller(api.serviceOf(), 0, key, user);
  }
}

export const breaks: readonly Break[] = [
  {
    rule: 'The line about a backup comes before an upgrade of a database',
    file: 'src/adapters/postgres/schema/migrate.ts',
    replace: "if (isUpgrade && step.kind !== 'none') announce(owner);",
    by: '',
  },
  {
    rule: 'A database of 0.1.0 keeps every row when it is migrated',
    file: 'database/migrations/0007-usage-clock.sql',
    replace: 'create or replace function usage_of(',
    by: `delete from ledger where kind = 'refund';
create or replace function usage_of(`,
  },
];
