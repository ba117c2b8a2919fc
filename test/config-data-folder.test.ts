import assert from 'node:assert/strict';
import { mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { choosePostgresUser } from '#adapters/postgres/embedded/embedded-user.ts';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { startProcess } from '#test/world/process.ts';

const config = new URL('../src/config.ts', import.meta.url);

describe('the default data folder', () => {
  it('is ./data, unless PostgreSQL has to run as another user', async (t) => {
    const folder = await workingFolder(t);
    const { kind } = await choosePostgresUser({ userNamespaces: true });
    const expected = kind === 'system' ? '/var/lib/parley' : join(folder, 'data');
    assert.equal(await dataFolderIn(folder), expected);
  });

  it('is that of .env, which says nothing of what is set', async (t) => {
    const folder = await workingFolder(t);
    await writeFile(join(folder, '.env'), 'PARLEY_DATA_DIR=./other\n');
    assert.equal(await dataFolderIn(folder), join(folder, 'other'));
    assert.equal(await dataFolderIn(folder, { PARLEY_DATA_DIR: './mine' }), join(folder, 'mine'));
  });

  if (process.getuid?.() === 0) {
    // As in a container that forbids namespaces: a PATH without the program that creates them.
    const without = { PATH: '/nowhere' };

    it('is /var/lib/parley for root where user namespaces are not allowed', async (t) => {
      assert.equal(await dataFolderIn(await workingFolder(t), without), '/var/lib/parley');
    });

    it('stays ./data where that holds a database already, or a link to one', async (t) => {
      const folder = await workingFolder(t);
      await mkdir(join(folder, 'data', 'postgres', 'data'), { recursive: true });
      assert.equal(await dataFolderIn(folder, without), join(folder, 'data'));
      const linked = await workingFolder(t);
      await mkdir(join(linked, 'data'));
      await symlink('/var/lib/parley/0123456789abcdef', join(linked, 'data', 'postgres'));
      assert.equal(await dataFolderIn(linked, without), join(linked, 'data'));
    });

    it('is never looked for where PARLEY_DATA_DIR is set', async (t) => {
      const folder = await workingFolder(t);
      const env = { ...without, PARLEY_DATA_DIR: './mine' };
      assert.equal(await dataFolderIn(folder, env), join(folder, 'mine'));
    });
  }
});

async function dataFolderIn(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const program = `import { readConfig } from '${config}'; console.log(readConfig().dataFolder);`;
  await using reader = startProcess(process.execPath, ['--input-type=module', '-e', program], { cwd, env });
  await reader.exited;
  return reader.stdout().trim();
}

async function workingFolder(t: TestContext): Promise<string> {
  const folder = await realpath(makeFolder('parley-default-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A ./data that holds a database stays the default data folder',
    file: 'src/config/data-folder.ts',
    replace: 'holdsDatabase(local) || !runsAsSystemUser()',
    by: '!runsAsSystemUser()',
  },
  {
    rule: 'The default data folder of root without user namespaces is /var/lib/parley',
    file: 'src/config/data-folder.ts',
    replace: 'if (process.getuid?.() !== 0) return false;',
    by: 'if (process.pid > 0) return false;',
  },
  {
    rule: 'A file .env does not override the environment',
    file: 'src/config/environment.ts',
    replace: 'process.env[name] ??= value;',
    by: 'process.env[name] = value;',
  },
  {
    rule: 'A file .env sets what is not set',
    file: 'src/config/environment.ts',
    replace: 'process.env[name] ??= value;',
    by: 'void [name, value];',
  },
];
