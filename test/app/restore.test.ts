import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type BackupManifest, writeManifest } from '#adapters/postgres/backup/backup-manifest.ts';
import { checksumOf } from '#adapters/postgres/backup/file-tree.ts';
import { restore } from '#app/restore.ts';
import { version } from '#app/version.ts';
import { readConfig } from '#config';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';

describe('a restore', () => {
  let folder: string;
  let target: string;
  before(async () => {
    folder = makeFolder('parley-restore-');
    target = join(folder, 'data');
  });
  after(() => rm(folder, { recursive: true }));

  const embedded = () => readConfig({ PARLEY_DATA_DIR: target });
  const server = () =>
    readConfig({ DATABASE_URL: 'postgres://parley@127.0.0.1:1/none', PARLEY_SECRET: 's'.repeat(32) });

  /** With one file, which `change` may spoil afterwards. */
  async function backupWith(stated: Partial<BackupManifest> = {}, change?: string): Promise<string> {
    const backup = makeFolder('backup-', folder);
    const path = 'secret';
    await writeFile(join(backup, path), 'a secret');
    const found = (await checksumOf(join(backup, path))) ?? assert.fail();
    await writeManifest(backup, {
      kind: 'files',
      version,
      postgres: '18.1',
      createdAt: '2026-01-31T12:00:00Z',
      folders: ['postgres', 'postgres/data'],
      files: new Map([[path, found]]),
      ...stated,
    });
    if (change !== undefined) await writeFile(join(backup, path), change);
    return backup;
  }

  it('takes a folder without backup.json for what it is: a backup that did not end', async () => {
    await assert.rejects(restore(embedded(), folder), /holds no complete backup: it has no backup\.json/);
  });

  it('finds a byte that has changed, and leaves the data folder as it was: absent', async () => {
    const backup = await backupWith({}, 'a sekret');
    await assert.rejects(restore(embedded(), backup), /is damaged: secret is missing or differs/);
    assert.equal((await readdir(folder)).includes('data'), false);
  });

  it('replaces nothing: a data folder with anything in it is refused', async () => {
    const used = join(folder, 'used');
    await mkdir(used);
    await writeFile(join(used, 'note'), '');
    const backup = await backupWith();
    await assert.rejects(
      restore(readConfig({ PARLEY_DATA_DIR: used }), backup),
      /used is not empty \(it holds note\)/,
    );
  });

  for (const path of ['../outside', '/etc/outside', 'a/../../outside', '.', 'a//b']) {
    it(`writes nowhere else: a backup that names ${path} is damaged`, async () => {
      const file = { bytes: 1, sha256: '' };
      const backup = await backupWith({ files: new Map([[path, file]]) });
      await assert.rejects(restore(embedded(), backup), /is damaged: its backup\.json cannot be read/);
    });
  }

  it('needs a Parley that is not older, the same PostgreSQL, and the kind of database that was backed up', async () => {
    await assert.rejects(
      restore(embedded(), await backupWith({ version: '99.0.0' })),
      /was made by Parley 99\.0\.0, and this is \d/,
    );
    await assert.rejects(
      restore(embedded(), await backupWith({ postgres: '17.2' })),
      /has the files of PostgreSQL 17\.2, and this Parley includes 18/,
    );
    await assert.rejects(
      restore(embedded(), await backupWith({ kind: 'dump' })),
      /is a dump.*set DATABASE_URL/,
    );
    await assert.rejects(
      restore(server(), await backupWith()),
      /has the files of an embedded PostgreSQL, and DATABASE_URL is set/,
    );
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A restore replaces no data folder',
    file: 'src/adapters/postgres/backup/restore-files.ts',
    replace: 'if (found === undefined) return;',
    by: 'if (found !== dataFolder) return;',
  },
  {
    rule: 'A restore verifies the backup before it writes',
    file: 'src/adapters/postgres/backup/backup-manifest.ts',
    replace: 'if (found?.sha256 !== files.get(path)?.sha256) throw damagedBackup(folder, path);',
    by: 'if (found === null) throw damagedBackup(folder, path);',
  },
  {
    rule: 'A restore writes below the data folder only',
    file: 'src/adapters/postgres/backup/backup-manifest.ts',
    replace: '.every(isSafePath)',
    by: '.every((path) => path !== "")',
  },
];
