import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { createLog } from '#adapters/log.ts';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { startApp } from '#app';
import { explainFailure } from '#app/explain-failure.ts';
import { readConfig } from '#config';
import { StartFailure } from '#core/shared/start-failure.ts';
import type { Break } from '#test/break.ts';
import { createEmptyDatabase, createTestDatabase } from '#test/database/test-database.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { mayMount } from '#test/machine/may-mount.ts';
import { freePort, runCommand } from '#test/world/process.ts';

const secret = 'a-master-secret-that-no-output-may-show';
const password = 'a-password-that-no-output-may-show';

describe('the process of a service that cannot start', () => {
  it('exits with 1 and one sentence on standard error, without a stack and without a secret', async () => {
    await serveFailsWith(
      /^The database chat at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\): start it/,
      // No other process is given this port.
      { DATABASE_URL: `postgres://parley:${password}@127.0.0.1:1/chat` },
    );
  });

  it('exits with 2 where a setting is missing, which its supervisor does not try again', async () => {
    await serveFailsWith(
      /PARLEY_SECRET must be set with DATABASE_URL, to the same value in every process$/,
      { DATABASE_URL: 'postgres://parley@127.0.0.1/chat', PARLEY_SECRET: '' },
      2,
    );
  });

  it('takes no --json, which it would ignore', async () => {
    const { code, stdout, stderr } = await runCommand(['serve', '--json'], { env: { PORT: 'none' } });
    assert.deepEqual([code, JSON.parse(stdout).code], [2, 'usage']);
    assert.match(stderr, /^parley: serve takes no argument --json\nUsage: parley serve\n$/);
  });

  it('names the secret file that is damaged', async (t) => {
    const dataFolder = await temporaryFolder(t);
    await writeFile(join(dataFolder, 'secret'), 'short\n');
    await serveFailsWith(/^The secret in .*\/secret is damaged: restore the file from a backup$/, {
      PARLEY_DATA_DIR: dataFolder,
      PARLEY_SECRET: '',
    });
  });

  it('names the port that is in use, and the address that this machine does not have', async (t) => {
    await using database = await createTestDatabase();
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    await serveFailsWith(new RegExp(`^Port ${port} of 127.0.0.1 is in use \\(EADDRINUSE\\): .* set PORT`), {
      DATABASE_URL: database.url,
      PORT: port,
    });
    await serveFailsWith(/^192\.0\.2\.1 is not an address of this machine \(EADDRNOTAVAIL\): correct HOST$/, {
      DATABASE_URL: database.url,
      HOST: '192.0.2.1',
    });
  });
});

if (mayMount())
  describe('a start on a disk that takes no more', () => {
    it('names the folder and the remedy', async (t) => {
      const folder = await temporaryFolder(t);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=0711', 'tmpfs', folder]);
      try {
        await startFailsWith(
          /^No space is left on the disk of .*parley-failure-.* \(ENOSPC\): free some space, or move/,
          {
            PARLEY_DATA_DIR: join(folder, 'data'),
          },
        );
        const left = await readdir(join(folder, 'data', 'postgres'));
        assert.ok(!left.includes('data.draft'), 'half a database does not go on filling the disk');
      } finally {
        execFileSync('umount', [folder]);
      }
    });

    it('names the disk that is full when nothing has to be made', async (t) => {
      const folder = await temporaryFolder(t);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=0700', 'tmpfs', folder]);
      try {
        await mkdir(join(folder, 'postgres'));
        for (const place of [folder, join(folder, 'postgres')]) {
          for (const name of ['starting.lock', 'holders.lock']) await writeFile(join(place, name), '');
        }
        await writeFile(join(folder, 'ballast'), Buffer.alloc(8 << 20)).catch(() => undefined);
        await startFailsWith(/^No space is left on the disk of \S+ \(ENOSPC\): free some space/, {
          PARLEY_DATA_DIR: folder,
        });
      } finally {
        execFileSync('umount', [folder]);
      }
    });

    it('calls a read-only disk by its name, whether or not the data folder exists', async (t) => {
      const folder = await temporaryFolder(t);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=0700', 'tmpfs', folder]);
      try {
        await mkdir(join(folder, 'used', 'postgres'), { recursive: true });
        execFileSync('mount', ['-o', 'remount,ro', folder]);
        for (const name of ['used', 'missing/data']) {
          await startFailsWith(
            /^\S+ is on a read-only disk \(EROFS\): mount it to be written, or set PARLEY_DATA_DIR to/,
            { PARLEY_DATA_DIR: join(folder, name) },
          );
        }
      } finally {
        execFileSync('umount', [folder]);
      }
    });
  });

describe('a start that fails', () => {
  it('says that the password is refused', async (t) => {
    // The path is too long for a socket, and only TCP asks for the password.
    const dataFolder = join(await temporaryFolder(t), 'x'.repeat(100));
    await using postgres = await startEmbeddedPostgres({ dataFolder, durable: false });
    const url = new URL(postgres.connection.connectionString);
    url.password = password;
    await startFailsWith(/ refuses the user or the password \(28P01: .*\): correct DATABASE_URL$/, {
      DATABASE_URL: url.href,
    });
  });

  it('says that the database does not exist', async () => {
    await using database = await createEmptyDatabase();
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    await startFailsWith(/^The database no_such_database at .* does not exist/, { DATABASE_URL: url.href });
  });

  it('says that the database is newer than the program', async () => {
    await using database = await createTestDatabase();
    await run(
      database.url,
      `insert into parley_migrations (version, name, checksum)
       select max(version) + 1, '9999-later', '' from parley_migrations`,
    );
    await startFailsWith(
      /newer than this version of Parley: it has the migration 9999-later. Update Parley\.$/,
      {
        DATABASE_URL: database.url,
      },
    );
  });

  it('names its cause, and not what failed while it was undone', () => {
    const cause = Object.assign(new Error('no space'), { code: 'ENOSPC', path: '/srv/data' });
    const failure = explainFailure(new SuppressedError(new Error('the pool is gone'), cause), readConfig({}));
    assert.match(String(failure), /^StartFailure: No space is left on the disk of \/srv\/data /);
  });

  it('names the data folder that cannot be written', async (t) => {
    const folder = await temporaryFolder(t);
    await chmod(folder, 0o555);
    const dataFolder = join(folder, 'data');
    using _ = refuseWrites();
    await startFailsWith(
      /^\S+\/data cannot be read or written \(EACCES\): give \S+\/data to user \d+, or set/,
      { PARLEY_DATA_DIR: dataFolder },
    );
  });

  it('names what is in the way of the data folder', async (t) => {
    const file = join(await temporaryFolder(t), 'file');
    await writeFile(file, '');
    await startFailsWith(/\/file.* is in the way of the data folder \(ENOTDIR\)/, {
      PARLEY_DATA_DIR: join(file, 'data'),
    });
  });

  it('names a data folder that is a link to a place which is not there, as to a volume that is not mounted', async (t) => {
    const folder = await temporaryFolder(t);
    const volume = join(folder, 'volume');
    await symlink(join(folder, 'unmounted'), volume);
    await startFailsWith(
      /\/volume cannot be created \(ENOENT\): create or mount the target of its links, or set/,
      {
        PARLEY_DATA_DIR: volume,
      },
    );
  });
});

/** Root may write everywhere, so it acts as another user meanwhile. */
function refuseWrites(): Disposable {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  return { [Symbol.dispose]: () => isRoot && process.seteuid?.(0) };
}

/** What `parley serve` would print. */
async function startFailsWith(sentence: RegExp, env: Readonly<Record<string, string>>): Promise<void> {
  const config = readConfig({ PARLEY_SECRET: secret, PORT: String(await freePort()), ...env });
  const failure = await startApp(config, createLog({ level: 'silent' })).catch((error) => error);
  assert.ok(failure instanceof StartFailure, String(failure));
  assert.match(failure.message, sentence);
  assert.doesNotMatch(failure.message, /\n|that-no-output-may-show/);
}

async function serveFailsWith(
  sentence: RegExp,
  env: Readonly<Record<string, string>>,
  expected = 1,
): Promise<void> {
  const { code, stdout, stderr } = await runCommand(['serve'], {
    env: { PARLEY_SECRET: secret, PORT: String(await freePort()), HOST: '127.0.0.1', ...env },
  });
  assert.deepEqual([code, stdout], [expected, '']);
  assert.match(stderr, /^parley: .*\n$/);
  assert.match(stderr.slice('parley: '.length).trimEnd(), sentence);
  assert.doesNotMatch(stderr, /node:internal|that-no-output-may-show/);
}

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statements);
  await client.end();
}

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = makeFolder('parley-failure-');
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export const breaks: readonly Break[] = [
  {
    rule: 'serve with --json is a usage error',
    file: 'src/main.ts',
    replace: 'problem === null && !json;',
    by: 'problem === null;',
  },
  {
    rule: 'A start with wrong settings has the exit code that keeps systemd from starting it again',
    file: 'src/main.ts',
    replace: 'return 2;',
    by: 'return 1;',
  },
  {
    rule: 'A start that fails says so in one sentence without a stack',
    file: 'src/main/run-until-signal.ts',
    replace: 'if (error instanceof StartFailure)',
    by: 'if (error === null)',
  },
  {
    rule: 'A full disk is named with the folder',
    file: 'src/adapters/postgres/embedded/embedded-failure.ts',
    replace:
      "if (/No space left on device|Disk quota exceeded/.test(said)) return diskFull(place.folder, 'ENOSPC');",
    by: '',
  },
  {
    rule: 'A data folder behind a link to nowhere is one sentence at the start',
    file: 'src/app/explain-failure.ts',
    replace: `    case 'ENOENT':
    case 'ELOOP':`,
    by: "    case 'ELOOP':",
  },
  {
    rule: 'A failure of what undoes a start does not hide why the start failed',
    file: 'src/app/explain-failure.ts',
    replace: 'return explainFailure(error.suppressed, config);',
    by: 'return explainFailure(error.error, config);',
  },
  {
    rule: 'A read-only disk is not taken for a link to nowhere',
    file: 'src/adapters/postgres/embedded/data-folder.ts',
    replace: 'await access(await existingParent(folder), constants.W_OK);',
    by: '',
  },
];
