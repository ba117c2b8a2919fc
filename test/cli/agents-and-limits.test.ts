import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { useCommandLine } from './command-line.ts';
import { runParley } from './run-parley.ts';

describe('the command line, on agents and limits', () => {
  const commandLine = useCommandLine(createTestDatabase);
  const { parley } = commandLine;

  test('an agent is made of a file for the clients that it is bound to, opened, changed, shown and deleted', async () => {
    await writeFile(join(commandLine.folder, 'instructions.md'), 'You sell tea.\n');
    const created = await parley('agent create tea --name Tea --instructions-file instructions.md --json');
    const { agent } = created.json();
    assert.deepEqual([agent?.instructions, agent?.reserved, agent?.model], ['You sell tea.\n', true, null]);
    const updated = await parley('agent update tea --model demo/demo --open --deep-dive-effort low --json');
    const after = updated.json().agent;
    assert.deepEqual([after?.model, after?.reserved, after?.deep_dive?.effort], ['demo/demo', false, 'low']);
    assert.deepEqual((await parley('agent show tea --json')).json().agent, after);
    const open = await parley('agent create open --name O --instructions-file instructions.md --open --json');
    assert.equal(open.json().agent?.reserved, false);
    await parley('client create tearoom --agent tea');
    const inUse = await parley('agent delete tea --json');
    assert.deepEqual([inUse.code, inUse.json().code], [1, 'agent_in_use']);
    const { database, ...deleted } = (await parley('agent delete open --json')).json();
    assert.deepEqual(deleted, { ok: true, slug: 'open', deleted: true });
    const listed = (await parley('agent list --json')).json().data;
    assert.deepEqual(
      listed?.map?.(({ slug }) => slug),
      ['assistant', 'operator-analyst', 'operator-support', 'tea'],
    );
  });

  test("--subscription active lifts a daily limit that is still the trial's, and says so", async () => {
    await parley('client create growing');
    const { stderr } = await parley('client update growing --subscription active');
    assert.match(stderr, /^parley: the daily limit was still the trial's 200; it is now 5000$/m);
    const unchanged = 'nothing was changed: growing already had this state';
    const again = (await parley('client update growing --subscription active --json')).json();
    assert.deepEqual([again.client?.daily_limit, again.notices], [5_000, [unchanged]]);
  });

  test('doctor and client create warn where a client that can be embedded has no limit on a visitor', async () => {
    const bare = await parley('client create framed --origins https://a.example --json');
    assert.match(JSON.stringify(bare.json().notices), /framed can be embedded without a limit/);
    assert.match((await parley('doctor')).stdout, /^WARN {2}embedding +framed can be embedded/m);
    for (const limit of ['--user-requests 5', '--user-concurrent 2', '--concurrent 9']) {
      const [name = ''] = limit.slice(2).split(' ');
      const made = await parley(`client create with-${name} --origins https://a.example ${limit} --json`);
      assert.equal(made.json().notices, undefined, limit);
    }
    await parley('client update framed --user-concurrent 2');
    assert.match((await parley('doctor')).stdout, /^PASS {2}embedding +every client/m);
  });

  test('doctor checks everything and says what is missing', async () => {
    const healthy = (await parley('doctor --json')).json();
    const names = healthy.checks?.map?.(({ name }) => name);
    assert.deepEqual(names, [
      'configuration',
      'data folder',
      'secret',
      'database',
      'migrations',
      'time limits',
      'embedding',
      'documents',
      'old transactions',
      'replication slots',
      'event log',
      'webhooks',
      'providers',
      'mail',
      'port',
    ]);
    const env = {
      DATABASE_URL: commandLine.databaseUrl,
      PARLEY_SECRET: 's'.repeat(32),
      SMTP_URL: 'smtp://127.0.0.1:1',
    };
    const sick = await runParley(['doctor', '--json'], { env, folder: commandLine.folder });
    assert.deepEqual([sick.code, sick.json().ok, sick.json().code], [1, false, 'checks_failed']);
    const failed = sick.json().checks?.map?.(({ name, status }) => `${name} ${status}`);
    assert.ok(failed?.includes('mail fail'));
    const misconfigured = await runParley(['doctor'], {
      env: { PORT: 'x', HOST: '' },
      folder: commandLine.folder,
    });
    assert.equal(misconfigured.code, 1);
    assert.match(misconfigured.stdout, /^FAIL {2}configuration {2}PORT /);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A client that can be embedded without limits is warned about at its creation',
    file: 'src/core/clients/embedding.ts',
    replace: 'return origins.length > 0 && !isLimited;',
    by: 'return origins.length < 0 && !isLimited;',
  },
  {
    rule: 'doctor warns about clients that can be embedded without limits',
    file: 'src/app/doctor/check-embedding.ts',
    replace: 'if (unguarded.length === 0)',
    by: 'if (unguarded.length >= 0)',
  },
];
