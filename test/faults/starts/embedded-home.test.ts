import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lstat, mkdir, rename, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { lockShared } from '#adapters/postgres/embedded/data-folder-lock.ts';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { choosePostgresUser } from '#adapters/postgres/embedded/embedded-user.ts';
import type { Break } from '#test/break.ts';
import { query, quickOptions, temporaryFolder } from '#test/database/embedded-folders.ts';
import { isAlive } from '#test/machine/processes.ts';

describe('the folder of the embedded PostgreSQL', () => {
  it('is its own in a copy of a data folder, and leaves the original alone', async (t) => {
    const options = await quickOptions(t);
    await using original = await startEmbeddedPostgres(options);
    await query(original, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await query(original, 'CHECKPOINT');
    const dataFolder = join(await temporaryFolder(t), 'copy');
    // A live folder is not a backup, but people copy it anyway, with the lock file and the socket of the original.
    spawnSync('cp', ['-a', options.dataFolder, dataFolder]);

    const copy = await startEmbeddedPostgres({ dataFolder, durable: false });
    assert.notEqual(copy.pid, original.pid);
    await query(copy, 'UPDATE kept SET answer = 43');
    await copy[Symbol.asyncDispose]();
    assert.equal(isAlive(copy.pid), false);
    assert.equal(isAlive(original.pid), true);
    assert.deepEqual(await query(original, 'SELECT answer FROM kept'), [{ answer: 42 }]);
  });

  it('is refused where it lies behind a link, with the command that moves it back', async (t) => {
    const options = await quickOptions(t);
    const elsewhere = join(await temporaryFolder(t), 'elsewhere');
    await (await startEmbeddedPostgres(options))[Symbol.asyncDispose]();
    const home = join(options.dataFolder, 'postgres');
    await rename(home, elsewhere);
    await symlink(elsewhere, home);

    const command = `rm ${home} && mv ${elsewhere} ${home}`;
    const refused = await startEmbeddedPostgres(options).catch((error) => error);
    assert.ok(refused.message.includes(`is in ${elsewhere}`), refused.message);
    assert.ok(refused.message.endsWith(`stop Parley, and move it back with "${command}"`), refused.message);
    spawnSync('sh', ['-c', command]);
    await using postgres = await startEmbeddedPostgres(options);
    await query(postgres, 'SELECT 1');
  });

  it('is not stopped under a process of version 0.1.0, which locks in the data folder', async (t) => {
    const options = await quickOptions(t);
    const first = await startEmbeddedPostgres(options);
    const older = await lockShared(join(options.dataFolder, 'holders.lock'));
    await first[Symbol.asyncDispose]();
    assert.equal(isAlive(first.pid), true);
    older[Symbol.dispose]();
    await using second = await startEmbeddedPostgres(options);
    assert.equal(second.pid, first.pid);
  });
});

if (process.getuid?.() === 0)
  describe('the embedded PostgreSQL of root', async () => {
    const { kind } = await choosePostgresUser({ userNamespaces: true });

    it('runs behind a closed folder, unless it has to run as another user', async (t) => {
      const dataFolder = await closedFolder(t);
      if (kind === 'system') {
        await assert.rejects(startEmbeddedPostgres({ dataFolder, durable: false }), /cannot enter \//);
        return;
      }
      await using postgres = await startEmbeddedPostgres({ dataFolder, durable: false });
      await query(postgres, 'SELECT 1');
      assert.equal((await stat(dataFolder)).mode & 0o777, 0o700);
      assert.equal((await stat(join(dataFolder, 'postgres', 'data'))).uid, 0);
    });

    it('runs as a system user, in the data folder, where user namespaces are not allowed', async (t) => {
      const options = { ...(await quickOptions(t)), userNamespaces: false };
      await using postgres = await startEmbeddedPostgres(options);
      await query(postgres, 'SELECT 1');
      const { uid, mode } = await stat(join(options.dataFolder, 'postgres', 'data'));
      assert.notEqual(uid, 0);
      assert.equal(mode & 0o077, 0);
      assert.equal((await stat(join(options.dataFolder, 'starting.lock'))).mode & 0o077, 0);
    });

    it('runs as a system user in a folder whose parents the start has made', async (t) => {
      const folder = await temporaryFolder(t);
      const dataFolder = join(folder, 'made', 'by', 'parley');
      await using postgres = await startEmbeddedPostgres({
        dataFolder,
        durable: false,
        userNamespaces: false,
      });
      await query(postgres, 'SELECT 1');
      assert.equal((await stat(join(folder, 'made'))).mode & 0o777, 0o711, 'others may pass, and not look');
    });

    it('is refused, with the remedy, where its system user cannot enter the data folder', async (t) => {
      const dataFolder = await closedFolder(t);
      await assert.rejects(startEmbeddedPostgres({ dataFolder, durable: false, userNamespaces: false }), {
        name: 'StartFailure',
        message: /cannot enter \/.*: move the folder .* set PARLEY_DATA_DIR .*\/var\/lib\/parley/,
      });
      assert.equal((await stat(dataFolder)).mode & 0o777, 0o700);
      const home = await lstat(join(dataFolder, 'postgres'));
      assert.equal(home.isSymbolicLink(), false, 'nothing is moved elsewhere');
    });
  });

/** Behind a folder that its owner alone may enter, as root's home is. */
async function closedFolder(t: TestContext): Promise<string> {
  const closed = join(await temporaryFolder(t), 'closed');
  const folder = join(closed, 'data');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A copy of a data folder never takes over the PostgreSQL of the original',
    file: 'src/adapters/postgres/embedded/embedded-postmaster-file.ts',
    replace: "const ownFolder = socketFolder === '' ? '' : runFolderOf(cluster);",
    by: 'const ownFolder = socketFolder;',
  },
  {
    rule: 'A database behind a link is refused',
    file: 'src/adapters/postgres/embedded/embedded-home.ts',
    replace: 'if (target === null) return;',
    by: 'if (target !== undefined) return;',
  },
  {
    rule: 'The locks of version 0.1.0 are respected',
    file: 'src/adapters/postgres/embedded/embedded-locks.ts',
    replace: 'this.#folders = [home, dataFolder];',
    by: 'this.#folders = [home];',
  },
  {
    rule: "PostgreSQL's user may pass through the folders that a start has made above the data folder",
    file: 'src/adapters/postgres/embedded/data-folder.ts',
    replace: 'await chmod(parent, 0o711);',
    by: '',
  },
];
