import { appendFileSync, cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cached, run } from '../shipping/tools.ts';
import type { Machine } from './machines.ts';

export const ordinaryUser = 1000;

/**
 * Fills a folder with Debian's smallest system, the packages that README names, the Node and npm of this machine and a
 * clone of the last commit, and nothing else.
 */
export function makeRoot({ suite, user }: Machine, packages: readonly string[], root: string): void {
  run('tar', ['-xpf', baseSystem(suite, packages), '-C', root]);
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  appendFileSync(join(root, 'etc/passwd'), `ada:x:${ordinaryUser}:${ordinaryUser}::/home/ada:/bin/sh\n`);
  appendFileSync(join(root, 'etc/group'), `ada:x:${ordinaryUser}:\n`);
  copyNode(root);
  const home = homeOf(user);
  mkdirSync(join(root, home), { recursive: true });
  const source = join(import.meta.dirname, '..', '..');
  run('git', [
    'clone',
    '--quiet',
    '--no-hardlinks',
    '--depth=1',
    `file://${source}`,
    join(root, home, 'parley'),
  ]);
  if (user === 'ordinary') run('chown', ['-R', `${ordinaryUser}:${ordinaryUser}`, join(root, home)]);
}

export function homeOf(user: Machine['user']): string {
  return user === 'root' ? '/root' : '/home/ada';
}

/** Kept by what is in it; removing the file makes the next run ask Debian again. */
function baseSystem(suite: string, packages: readonly string[]): string {
  const include = packages.length === 0 ? [] : [`--include=${packages.join()}`];
  return cached(['machine', suite, ...packages].join('-').concat('.tar'), (draft) =>
    // The name of the draft does not tell mmdebstrap the format.
    run('mmdebstrap', ['--variant=minbase', '--format=tar', ...include, suite, draft]),
  );
}

/** Those that the machine has itself, not the ones among our packages. */
function copyNode(root: string): void {
  const bin = join(root, 'usr/local/bin');
  cpSync(findOwn('node'), join(bin, 'node'), { dereference: true });
  const npm = join(dirname(findOwn('node')), '../lib/node_modules/npm');
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name));
}

function findOwn(program: string): string {
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  const found = folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${program} is not in the PATH of this machine`);
  return found;
}
