import assert from 'node:assert/strict';
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { choosePostgresUser } from '#adapters/postgres/embedded/embedded-user.ts';
import type { Break } from '#test/break.ts';
import { query, quickOptions, temporaryFolder } from '#test/database/embedded-folders.ts';
import { environmentOf, isAlive, untilNoProcessOf } from '#test/machine/processes.ts';
import { startProcess, type TestProcess } from '#test/world/process.ts';

const holderProgram = fileURLToPath(import.meta.resolve('#test/faults/hold-postgres.ts'));

describe('the embedded PostgreSQL', () => {
  it('makes a closed data folder and keeps what was written over a clean stop', async (t) => {
    const dataFolder = join(await temporaryFolder(t), 'data');
    const first = await startEmbeddedPostgres({ dataFolder });
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const { kind } = await choosePostgresUser({ userNamespaces: true });
    // Another user, who runs PostgreSQL for root, may pass through.
    assert.equal((await stat(dataFolder)).mode & 0o777, kind === 'system' ? 0o711 : 0o700);
    assert.deepEqual(
      await query(first, `SELECT current_setting('fsync') AS fsync, version() LIKE 'PostgreSQL 18%' AS is18`),
      [{ fsync: 'on', is18: true }],
    );
    await first[Symbol.asyncDispose]();
    assert.equal(isAlive(first.pid), false);
    assert.match(await readFile(join(dataFolder, 'postgres.log'), 'utf8'), /database system is shut down/);

    await using second = await startEmbeddedPostgres({ dataFolder });
    assert.deepEqual(await query(second, 'SELECT answer FROM kept'), [{ answer: 42 }]);
    assert.doesNotMatch(await readFile(join(dataFolder, 'postgres.log'), 'utf8'), /not properly shut down/);
  });

  it('sorts and folds by code point, in UTF-8, on every machine alike', async (t) => {
    await using postgres = await startEmbeddedPostgres(await quickOptions(t));
    assert.deepEqual(
      await query(
        postgres,
        `SELECT current_setting('server_encoding') AS encoding, upper('äé') AS upper, 'Z' < 'a' AS by_code_point`,
      ),
      [{ encoding: 'UTF8', upper: 'ÄÉ', by_code_point: true }],
    );
  });

  it('is shared by everyone who starts it, and stops after the last one', async (t) => {
    const options = await quickOptions(t);
    const first = await startEmbeddedPostgres(options);
    await using holder = await startHolder(options);
    assert.equal(holder.postgresPid, first.pid);
    await first[Symbol.asyncDispose]();
    assert.equal(isAlive(first.pid), true, 'the other process still holds it');
    await holder[Symbol.asyncDispose]();
    assert.equal(isAlive(first.pid), false);
  });

  it('starts once for two processes that find an empty folder at the same time', async (t) => {
    const options = await quickOptions(t);
    const [one, two] = await Promise.all([startHolder(options), startHolder(options)]);
    assert.equal(one.postgresPid, two.postgresPid);
    await Promise.all([one[Symbol.asyncDispose](), two[Symbol.asyncDispose]()]);
    assert.equal(isAlive(one.postgresPid), false);
  });

  it('outlives a killed holder and is taken over as it is', async (t) => {
    const options = await quickOptions(t);
    await using holder = await startHolder(options);
    holder.kill('SIGKILL');
    await holder.exited;
    assert.equal(isAlive(holder.postgresPid), true);

    const postgres = await startEmbeddedPostgres(options);
    assert.equal(postgres.pid, holder.postgresPid);
    await query(postgres, 'SELECT 1');
    await postgres[Symbol.asyncDispose]();
    assert.equal(isAlive(holder.postgresPid), false, 'a killed holder counts no longer');
  });

  it('is stopped by a holder that exits without giving its share back, unless it has another holder', async (t) => {
    const options = await quickOptions(t);
    const module = import.meta.resolve('#adapters/postgres/embedded/embedded.ts');
    const start = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
      console.log('ready', (await startEmbeddedPostgres(${JSON.stringify(options)})).pid);`;
    for (const end of ['process.exit(1)', `throw new Error('a bug')`]) {
      await using holder = await startHolder(options);
      await using other = startProcess(process.execPath, ['--input-type=module', '-e', `${start} ${end}`]);
      assert.equal((await other.exited).code, 1);
      // A server that was told to stop is alive for a moment, and refuses new connections at once.
      assert.deepEqual(
        await query(holder, 'SELECT 1 AS kept'),
        [{ kept: 1 }],
        'the first holder still has it',
      );
      await holder[Symbol.asyncDispose]();

      await using last = startProcess(process.execPath, ['--input-type=module', '-e', `${start} ${end}`]);
      assert.equal((await last.exited).code, 1);
      await untilNoProcessOf(options.dataFolder);
    }
  });

  it('is not reached by signals to the group of its holder', async (t) => {
    const options = await quickOptions(t);
    await using holder = await startHolder(options, { detached: true });
    process.kill(-holder.pid, 'SIGKILL');
    await holder.exited;
    await using postgres = await startEmbeddedPostgres(options);
    assert.equal(postgres.pid, holder.postgresPid);
  });

  it('recovers what was committed when PostgreSQL itself was killed', async (t) => {
    const dataFolder = await temporaryFolder(t);
    const killed = await startEmbeddedPostgres({ dataFolder });
    await query(killed, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(killed.pid, 'SIGKILL');
    await killed[Symbol.asyncDispose]();

    await using postgres = await startEmbeddedPostgres({ dataFolder });
    assert.deepEqual(await query(postgres, 'SELECT answer FROM kept'), [{ answer: 42 }]);
  });

  it('starts beside a stale lock file whose number belongs to another program by now', async (t) => {
    const options = await quickOptions(t);
    // PostgreSQL ignores the id of its own parent, so this has to be another process.
    await using other = startProcess(process.execPath, ['-e', 'setInterval(() => {}, 60_000)']);
    const first = await startEmbeddedPostgres(options);
    const lockFile = join(options.dataFolder, 'postgres', 'data', 'postmaster.pid');
    const [, ...rest] = (await readFile(lockFile, 'utf8')).split('\n');
    await first[Symbol.asyncDispose]();
    await writeFile(lockFile, [other.pid, ...rest].join('\n'));
    await chmod(lockFile, 0o600);
    const { uid, gid } = await stat(dirname(lockFile));
    await chown(lockFile, uid, gid);

    await using second = await startEmbeddedPostgres(options);
    assert.deepEqual(await query(second, 'SELECT 1 AS one'), [{ one: 1 }]);
  });

  it('begins again after a first start that was cut half way', async (t) => {
    const options = await quickOptions(t);
    const draft = join(options.dataFolder, 'postgres', 'data.draft');
    await mkdir(draft, { recursive: true });
    await writeFile(join(draft, 'PG_VERSION'), '18\n');
    await using postgres = await startEmbeddedPostgres(options);
    assert.deepEqual(await query(postgres, 'SELECT 1 AS one'), [{ one: 1 }]);
  });

  it('makes no new database where a restore was interrupted, because that would hide it', async (t) => {
    const options = await quickOptions(t);
    await mkdir(join(options.dataFolder, 'postgres', 'data.restoring'), { recursive: true });
    await assert.rejects(startEmbeddedPostgres(options), /is left of a restore that was interrupted/);
  });

  it('listens on loopback with a password when the path is too long for a socket', async (t) => {
    const dataFolder = join(await temporaryFolder(t), 'x'.repeat(100));
    await using postgres = await startEmbeddedPostgres({ dataFolder, durable: false });
    await query(postgres, 'SELECT 1');
    const url = new URL(postgres.connection.connectionString);
    assert.equal(url.hostname, '127.0.0.1');
    url.password = 'guessed';
    await assert.rejects(query({ connection: { connectionString: url.href } }, 'SELECT 1'), {
      code: '28P01',
    });
  });

  it('says what PostgreSQL said when it cannot start', async (t) => {
    const options = await quickOptions(t);
    await (await startEmbeddedPostgres(options))[Symbol.asyncDispose]();
    await writeFile(join(options.dataFolder, 'postgres', 'data', 'postgresql.conf'), 'no_such_setting = 1\n');
    await assert.rejects(startEmbeddedPostgres(options), {
      name: 'StartFailure',
      message: /^PostgreSQL did not start \(.*no_such_setting.*\); its log is .*postgres\.log$/,
    });
  });

  it('hands nothing of our environment down', async (t) => {
    process.env['OPENAI_API_KEY'] = 'canary';
    t.after(() => delete process.env['OPENAI_API_KEY']);
    await using postgres = await startEmbeddedPostgres(await quickOptions(t));
    assert.match(environmentOf(postgres.pid), /LC_ALL=C/);
    assert.doesNotMatch(environmentOf(postgres.pid), /canary/);
  });
});

interface Holder extends TestProcess {
  readonly postgresPid: number;
  readonly connection: { readonly connectionString: string };
}

async function startHolder(
  options: EmbeddedPostgresOptions,
  how: { detached?: boolean } = {},
): Promise<Holder> {
  const holder = startProcess(process.execPath, [holderProgram, JSON.stringify(options)], how);
  const [, pid, connectionString = ''] = await holder.printed(/^ready (\d+) (\S+)$/m);
  return { ...holder, postgresPid: Number(pid), connection: { connectionString } };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A process that exits without giving its share back stops the PostgreSQL of which it was the last holder',
    file: 'src/adapters/postgres/embedded/embedded-share.ts',
    replace: 'for (const share of shares) share.abandon();',
    by: '',
  },
  {
    rule: 'A process that exits without giving its share back leaves the PostgreSQL of others alone',
    file: 'src/adapters/postgres/embedded/embedded-share.ts',
    replace: 'if (this.#locks.isFree()) interruptPostmaster(this.#cluster);',
    by: 'interruptPostmaster(this.#cluster);',
  },
  {
    rule: 'No new database is made where a restore was interrupted',
    file: 'src/adapters/postgres/embedded/embedded-cluster.ts',
    replace: `    refuseInterruptedRestore(home);
`,
    by: '',
  },
];
