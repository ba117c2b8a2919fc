import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { choosePostgresUser } from '#adapters/postgres/embedded/embedded-user.ts';
import type { Break } from '#test/break.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { freePort, installedProgram, startProcess, startService } from '#test/world/process.ts';
import { runParley } from './run-parley.ts';

const secret = 's'.repeat(32);

describe('The database that a command acts on', () => {
  let database: TestDatabase;
  let folder: string;
  before(async () => {
    database = await createTestDatabase();
    folder = makeFolder('parley-which-');
  });
  after(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  /** The address with a password, which the test server does not require. */
  function withPassword(): string {
    const url = new URL(database.url);
    url.password = 'canary';
    return url.href;
  }

  test('is never made by it: beside a service on DATABASE_URL, without that setting, every command exits 1 and says so', async () => {
    await using _service = await startService({ env: { DATABASE_URL: database.url, PARLEY_SECRET: secret } });
    const empty = makeFolder('empty-', folder);
    const { kind } = await choosePostgresUser({ userNamespaces: true });
    const place = kind === 'system' ? '/var/lib/parley' : String.raw`\S+/data`;
    const sentence = new RegExp(`There is no database: DATABASE_URL is not set, and ${place} holds none`);
    for (const words of ['client create acme', 'client list', 'migrate', 'audit', 'usage acme']) {
      const ran = await runParley([...words.split(' '), '--json'], { env: {}, folder: empty });
      assert.deepEqual([ran.code, ran.json().ok, ran.json().code], [1, false, 'no_database'], words);
      assert.match(ran.stderr, sentence);
      assert.match(ran.stderr, /--env-file/);
    }
    const doctor = await runParley(['doctor'], { env: {}, folder: empty });
    assert.equal(doctor.code, 1);
    assert.match(doctor.stdout, /^FAIL {2}database +There is no database/m);
    assert.deepEqual(await readdir(empty), []);
  });

  test('is named without its password, on standard error or as a member of the one JSON object', async () => {
    // The doctor looks whether the port is free, and the usual one is looked at by other tests, too.
    const env = { DATABASE_URL: withPassword(), PARLEY_SECRET: secret, PORT: String(await freePort()) };
    const named = new URL(database.url);
    const name = `postgres://${named.username}@${named.host}${named.pathname}`;
    for (const [words, code] of [
      ['client list', 0],
      ['client show nobody', 1],
      ['doctor', 0],
    ] as const) {
      const spoken = await runParley(words.split(' '), { env, folder });
      assert.equal(spoken.code, code, spoken.stderr);
      assert.ok(spoken.stderr.includes(`Database: ${name}`), spoken.stderr);
      const written = await runParley([...words.split(' '), '--json'], { env, folder });
      assert.ok(String(written.json()['database']).startsWith(name), written.stdout);
      for (const { stdout, stderr } of [spoken, written]) assert.doesNotMatch(stdout + stderr, /canary/);
    }
  });

  test('is the one of the file that --env-file names, whatever the environment and .env say', async () => {
    const file = join(folder, 'service.env');
    await writeFile(file, `# the service's own\nDATABASE_URL=${database.url}\nPARLEY_SECRET='${secret}'\n`);
    const elsewhere = makeFolder('elsewhere-', folder);
    await writeFile(join(elsewhere, '.env'), 'PORT=none\n');
    const env = { DATABASE_URL: 'postgres://parley@127.0.0.1:1/none', PARLEY_SECRET: 'x'.repeat(32) };
    for (const words of [
      ['client', 'create', 'filed', '--env-file', file],
      [`--env-file=${file}`, 'client', 'show', 'filed'],
    ]) {
      const ran = await runParley([...words, '--json'], { env, folder: elsewhere });
      assert.equal(ran.code, 0, ran.stderr);
      assert.equal(ran.json().client?.slug, 'filed');
    }
    // Run as a shell does, because Node has an option of this name too and would fail by itself.
    await using asShell = startProcess(installedProgram, [
      'client',
      'list',
      '--env-file',
      join(folder, 'none.env'),
    ]);
    assert.equal((await asShell.exited).code, 2);
    assert.match(asShell.stderr(), /none\.env cannot be read \(ENOENT\)/);
    assert.equal((await runParley(['client', 'list', '--env-file'], { env, folder })).code, 2);
  });

  test('remembers in its audit log the machine and the system user of a command', async () => {
    const env = { DATABASE_URL: database.url, PARLEY_SECRET: secret };
    await runParley(['client', 'create', 'watched'], { env, folder });
    await runParley(['client', 'update', 'watched', '--daily-limit', '7'], { env, folder });
    const ofClient = (await runParley(['audit', '--client', 'watched', '--json'], { env, folder })).json();
    const actor = `cli:${await nameOfUser()}@${hostname()}`;
    assert.deepEqual(
      ofClient.data?.map?.((entry) => [entry.actor, entry.action]),
      [
        [actor, 'client.update'],
        [actor, 'client.create'],
      ],
    );
    const spoken = await runParley(['audit', '--client', 'watched'], { env, folder });
    assert.match(spoken.stdout, /client\.update +watched +daily_limit: 200 → 7$/m);
    const later = await runParley(['audit', '--since', '2999-01-01', '--json'], { env, folder });
    assert.deepEqual(later.json().data, []);
    const { code, stderr } = await runParley(['audit', '--since', 'yesterday'], { env, folder });
    assert.equal(code, 2);
    assert.match(stderr, /--since must be a day or a time/);
  });
});

/** As the system lists it; a container may run under a number that has no name. */
async function nameOfUser(): Promise<string> {
  const uid = String(process.getuid?.());
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  return lines.find(([, , each]) => each === uid)?.[0] ?? `uid-${uid}`;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A command acts on no database that is not there',
    file: 'src/app/named-database.ts',
    replace: 'if (databaseUrl !== null || (await isInitialised(dataFolder))) return;',
    by: 'if (databaseUrl !== null || (await isInitialised(dataFolder)) || dataFolder !== "") return;',
  },
  {
    rule: 'The name of a database has no password in it',
    file: 'src/adapters/postgres/database/database-address.ts',
    replace: "url.password = '';",
    by: '',
  },
  {
    rule: 'The settings of --env-file win over the environment',
    file: 'src/config/environment.ts',
    replace: "Object.assign(process.env, readSettings(path, 'required'));",
    by: "for (const [name, value] of Object.entries(readSettings(path, 'required'))) process.env[name] ??= value;",
  },
  {
    rule: 'The audit of a command names the machine and its user',
    file: 'src/core/audit/actor.ts',
    replace: 'actor.by === undefined ?',
    by: 'actor.by !== null ?',
  },
  {
    rule: 'The audit since a moment leaves out what came before',
    file: 'src/adapters/postgres/administration/audit-store.ts',
    replace: '`a.at >= ${since}`',
    by: '`${since}::timestamptz is not null`',
  },
];
