import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import type { Break } from '#test/break.ts';
import { query, temporaryFolder } from '#test/database/embedded-folders.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { mayMount } from '#test/machine/may-mount.ts';
import { processesOf, untilNoProcessOf } from '#test/machine/processes.ts';
import { until } from '#test/reading/until.ts';
import { freePort, installedProgram, startProcess, type TestProcess } from '#test/world/process.ts';

if (mayMount())
  describe('a start on a disk that takes no more leaves no process behind', () => {
    it('where the disk has no room for the files of the database, or for what is added to them', async (t) => {
      for (const megabytes of [24, 38, 40]) {
        const dataFolder = join(await smallDisk(t, megabytes), 'data');
        await failsWith(/^parley: No space is left on the disk of \S+ \(\w+\): free some space/, dataFolder);
        assert.ok(!existsSync(join(dataFolder, 'postgres', 'data.draft')), 'nothing is half made');
      }
    });

    it('where the disk has filled up since', async (t) => {
      const disk = await smallDisk(t, 64);
      const dataFolder = join(disk, 'data');
      await (await startEmbeddedPostgres({ dataFolder, durable: false }))[Symbol.asyncDispose]();
      const { bavail, bsize } = await statfs(disk);
      await writeFile(join(disk, 'ballast'), Buffer.alloc(bavail * bsize));
      await failsWith(/^parley: No space is left on the disk of /, dataFolder);
    });

    it('where the folder is read-only', async (t) => {
      const disk = await smallDisk(t, 4);
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      await failsWith(/^parley: \S+ is on a read-only disk \(EROFS\): /, join(disk, 'data'));
    });

    it('where the folder of a database has become read-only', async (t) => {
      const disk = await smallDisk(t, 64);
      const dataFolder = join(disk, 'data');
      await (await startEmbeddedPostgres({ dataFolder, durable: false }))[Symbol.asyncDispose]();
      // A postmaster that has stopped may keep files open while it exits, and the disk would be busy.
      await untilNoProcessOf(dataFolder);
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      await failsWith(/^parley: \S+ is on a read-only disk \(EROFS\): /, dataFolder);
    });
  });

describe('a start that fails leaves no process behind', () => {
  it('where no file may grow to the size that PostgreSQL needs', async (t) => {
    const dataFolder = await temporaryFolder(t);
    // In blocks of 512 bytes.
    await failsWith(
      /^parley: PostgreSQL could not create its files \(.*File too large/,
      dataFolder,
      {},
      { before: 'ulimit -f 8192' },
    );
    assert.ok(!existsSync(join(dataFolder, 'postgres', 'data.draft')), 'nothing is half made');
  });

  it('where the database cannot be created on a server that runs already', async (t) => {
    const dataFolder = await usedFolder(t, async (postgres) => {
      const url = new URL(postgres.connection.connectionString);
      url.pathname = '/postgres';
      await query({ connection: { connectionString: url.href } }, 'drop database parley');
    });
    await appendFile(
      join(dataFolder, 'postgres', 'data', 'postgresql.conf'),
      'default_transaction_read_only = on\n',
    );
    await failsWith(/^parley: .* is read-only \(25006\)/, dataFolder);
  });

  it('where a migration fails', async (t) => {
    const dataFolder = await usedFolder(t, (postgres) => query(postgres, 'create table clients ()'));
    await failsWith(/The migration 0001-\S+ failed.*The service failed/, dataFolder);
  });

  it('where the database is newer than the program', async (t) => {
    const dataFolder = await temporaryFolder(t);
    await using service = await starting(dataFolder);
    await service.printed(/Parley is ready/);
    await using postgres = await startEmbeddedPostgres({ dataFolder });
    await query(
      postgres,
      `insert into parley_migrations (version, name, checksum)
       select max(version) + 1, '9999-later', '' from parley_migrations`,
    );
    await service[Symbol.asyncDispose]();
    await postgres[Symbol.asyncDispose]();
    await failsWith(/^parley: .*newer than this version of Parley/, dataFolder);
  });

  it('where the port is taken', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    await failsWith(/^parley: Port \d+ of 127\.0\.0\.1 is in use/, await temporaryFolder(t), { PORT: port });
  });

  it('where the secret is damaged', async (t) => {
    const dataFolder = await temporaryFolder(t);
    await writeFile(join(dataFolder, 'secret'), 'short\n');
    await failsWith(/^parley: The secret in \S+ is damaged: /, dataFolder);
  });

  it('where a provider is misconfigured', async (t) => {
    const dataFolder = await temporaryFolder(t);
    await failsWith(/^parley: PARLEY_MODEL /, dataFolder, { PARLEY_MODEL: 'nowhere:none' }, { code: 2 });
    assert.deepEqual(await readdir(dataFolder), []);
  });
});

describe('a start that is interrupted leaves no process behind', () => {
  for (const [moment, path] of [
    ['while PostgreSQL makes its files', 'data.draft'],
    ['when the files are made', 'data'],
    ['while PostgreSQL starts', 'data/postmaster.pid'],
    ['when PostgreSQL listens', 'run/.s.PGSQL.5432'],
  ] as const) {
    it(moment, async (t) => {
      const dataFolder = join(await temporaryFolder(t), 'data');
      await using service = await starting(dataFolder);
      await until(() => existsSync(join(dataFolder, 'postgres', path)));
      service.kill('SIGTERM');
      assert.deepEqual(await service.exited, { code: 0, signal: null });
      assert.equal(service.stderr(), '');
      assert.deepEqual(processesOf(dataFolder), []);
      assert.ok(!existsSync(join(dataFolder, 'postgres', 'data.draft')), 'nothing is half made');
      assert.equal(
        existsSync(join(dataFolder, 'postgres', 'data')),
        path !== 'data.draft',
        'it ended at once',
      );
    });
  }
});

describe('a command that is interrupted', () => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    it(`by ${signal} stops the PostgreSQL that it has started`, async (t) => {
      const dataFolder = await usedFolder(t);
      await using command = startProcess(process.execPath, [installedProgram, 'migrate'], {
        cwd: '/',
        env: { PARLEY_DATA_DIR: dataFolder },
      });
      await until(() => existsSync(join(dataFolder, 'postgres', 'run', '.s.PGSQL.5432')), 20);
      command.kill(signal);
      assert.deepEqual(await command.exited, { code, signal: null });
      await untilNoProcessOf(dataFolder);
    });
  }
});

/** Also: one sentence on standard error, and no process that uses the folder. */
async function failsWith(
  sentence: RegExp,
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
  { before = ':', code = 1 } = {},
): Promise<void> {
  await using service = await starting(dataFolder, env, before);
  const exited = await service.exited;
  const said = service.stderr() + service.stdout();
  assert.equal(exited.code, code, said);
  assert.match(said, sentence);
  assert.doesNotMatch(service.stderr(), /\n.*\n|node:internal/);
  assert.deepEqual(processesOf(dataFolder), []);
}

async function starting(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
  before = ':',
): Promise<TestProcess> {
  const command = `${before}; exec "$0" "$@"`;
  return startProcess('sh', ['-c', command, process.execPath, installedProgram, 'serve'], {
    cwd: '/',
    env: { HOST: '127.0.0.1', PORT: String(await freePort()), PARLEY_DATA_DIR: dataFolder, ...env },
  });
}

async function usedFolder(
  t: TestContext,
  use: (postgres: EmbeddedPostgres) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const dataFolder = await temporaryFolder(t);
  await using postgres = await startEmbeddedPostgres({ dataFolder, durable: false });
  await use(postgres);
  return dataFolder;
}

async function smallDisk(t: TestContext, megabytes: number): Promise<string> {
  const folder = makeFolder('parley-disk-');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder]);
  t.after(async () => {
    execFileSync('umount', ['--lazy', folder]);
    await rm(folder, { recursive: true });
  });
  return folder;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A start that fails stops the PostgreSQL that it has started',
    file: 'src/adapters/postgres/embedded/embedded.ts',
    replace: 'await share.giveBack().catch(() => undefined);',
    by: '',
  },
  {
    rule: 'A start that is interrupted ends the making of the database files, and waits for it',
    file: 'src/adapters/postgres/embedded/embedded-cluster.ts',
    replace: 'making.child.kill()',
    by: 'undefined',
  },
  {
    rule: 'A start that is interrupted waits until the PostgreSQL that it was starting is gone',
    file: 'src/adapters/postgres/embedded/embedded-postmaster.ts',
    replace: 'child.ref();',
    by: '',
  },
  {
    rule: 'A command that a signal ends stops the PostgreSQL that it has started',
    file: 'src/main.ts',
    replace: `  exitOnSignals();
`,
    by: '',
  },
];
