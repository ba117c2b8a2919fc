import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import { backUp } from '#app/back-up.ts';
import { readConfig } from '#config';
import type { Break } from '#test/break.ts';
import { temporaryFolder } from '#test/database/embedded-folders.ts';
import { mayMount } from '#test/machine/may-mount.ts';
import { isAlive } from '#test/machine/processes.ts';
import { problemOf } from '#test/reading/answered.ts';
import { openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';

if (mayMount())
  test('a disk that fills up is logged once, fails health, and is forgotten when it has room again', async (t) => {
    const folder = await temporaryFolder(t);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0711', 'tmpfs', folder]);
    try {
      await using postgres = await startEmbeddedPostgres({
        dataFolder: join(folder, 'data'),
        durable: false,
      });
      await migrate(postgres.connection);
      await using api = await openApi({ databaseUrl: postgres.connection.connectionString });
      const partner = await api.partner();
      assert.equal((await partner.send()).status, 200);

      const ballast = await fillUp(folder);
      let answer = await partner.send({ prompt: 'x'.repeat(30_000) });
      while (answer.status === 200) answer = await partner.send({ prompt: 'x'.repeat(30_000) });
      problemOf(answer, 'unavailable');
      await untilHealth(partner, 503, async () => void (await partner.send({ prompt: 'x'.repeat(30_000) })));

      await rm(ballast);
      await untilHealth(partner, 200, () => Promise.resolve());
      while ((await partner.send()).status !== 200);
      await api.serviceOf().printed(/"message":"The database is available again"/);
      const lines = api
        .serviceOf()
        .stdout()
        .split('\n')
        .filter((line) => line.startsWith('{') && !/"event":"(?:request|turn)\./.test(line));
      assert.ok(lines.length <= 10, lines.join('\n'));
      assert.match(lines.join('\n'), /"sqlstate":"(53100|57P0\d)".*"message":"The database is unavailable/);
    } finally {
      execFileSync('umount', ['--lazy', folder]);
    }
  });

if (mayMount())
  test('a server whose disk is full stops, and leaves no process behind', async (t) => {
    const folder = await temporaryFolder(t);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0711', 'tmpfs', folder]);
    try {
      const postgres = await startEmbeddedPostgres({ dataFolder: join(folder, 'data'), durable: false });
      await fillUp(folder);
      await postgres[Symbol.asyncDispose]();
      assert.equal(isAlive(postgres.pid), false);
    } finally {
      execFileSync('umount', ['--lazy', folder]);
    }
  });

if (mayMount())
  test('a backup for which a disk has no room names that disk, and leaves it as it was', async (t) => {
    const folder = await temporaryFolder(t);
    const dataFolder = join(folder, 'data');
    await using postgres = await startEmbeddedPostgres({ dataFolder, durable: false });
    await migrate(postgres.connection);
    const small = join(folder, 'small');
    await mkdir(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', small]);
    try {
      const asked = { folder: join(small, 'backup'), isDump: false };
      await assert.rejects(
        backUp(readConfig({ PARLEY_DATA_DIR: dataFolder }), asked),
        /^StartFailure: No space is left on the disk of \S+backup \(ENOSPC\): name a folder on a larger one/,
      );
      assert.deepEqual(await readdir(small), []);
    } finally {
      execFileSync('umount', ['--lazy', small]);
    }
  });

/** Leaves no room on the disk of a folder. Others may take some of it meanwhile. */
async function fillUp(folder: string): Promise<string> {
  const ballast = join(folder, 'ballast');
  const { bavail, bsize } = await statfs(folder);
  await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch((error) => assert.equal(error.code, 'ENOSPC'));
  return ballast;
}

async function untilHealth(partner: Partner, status: number, meanwhile: () => Promise<void>): Promise<void> {
  while ((await partner.get('/health')).status !== status) await meanwhile();
}

export const breaks: readonly Break[] = [
  {
    rule: 'A full disk does not keep a server from being stopped',
    file: 'src/adapters/postgres/embedded/data-folder-lock.ts',
    replace: 'PRAGMA journal_mode = memory; ',
    by: '',
  },
];
