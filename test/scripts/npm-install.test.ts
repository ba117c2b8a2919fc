import assert from 'node:assert/strict';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { startProcess } from '#test/world/process.ts';

const settings = join(import.meta.dirname, '..', '..', '.npmrc');

describe('npm ci with the settings of this repository', () => {
  let folder: string;
  before(async () => {
    folder = makeFolder('parley-npm-');
    await copyFile(settings, join(folder, '.npmrc'));
    await mkdir(join(folder, 'newer'));
    const newer = { name: 'newer', version: '1.0.0', engines: { node: '>=999' } };
    await writeFile(join(folder, 'newer', 'package.json'), JSON.stringify(newer));
  });
  after(() => rm(folder, { recursive: true }));

  /** An installation of one package that requires a newer Node than exists. */
  async function install(wanted: Readonly<Record<string, string>>) {
    const locked = { newer: 'file:newer' };
    const packages = {
      '': { name: 'root', dependencies: locked },
      newer: { version: '1.0.0', engines: { node: '>=999' } },
      'node_modules/newer': { resolved: 'newer', link: true },
    };
    const lock = { name: 'root', lockfileVersion: 3, requires: true, packages };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'root', dependencies: wanted }));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const env = { HOME: folder };
    await using npm = startProcess('npm', ['ci', '--offline'], { cwd: folder, env });
    const { code } = await npm.exited;
    return { code, printed: npm.stdout() + npm.stderr() };
  }

  test('prints no warning about the Node that runs npm, because nothing else runs on it', async () => {
    const { code, printed } = await install({ newer: 'file:newer' });
    assert.equal(code, 0, printed);
    assert.doesNotMatch(printed, /EBADENGINE|npm warn/);
  });

  test('fails aloud where the lock file is not that of the packages', async () => {
    const { code, printed } = await install({ newer: 'file:newer', other: '1.0.0' });
    assert.notEqual(code, 0);
    assert.match(printed, /npm error/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'npm ci prints no warnings about a Node that nothing runs on',
    file: '.npmrc',
    replace: 'loglevel=error',
    by: 'loglevel=notice',
  },
];
