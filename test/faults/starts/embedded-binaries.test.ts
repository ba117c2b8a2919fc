import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { binariesFor, findPostgresBinaries } from '#adapters/postgres/embedded/embedded-binaries.ts';
import {
  canReach,
  choosePostgresUser,
  type PostgresUser,
} from '#adapters/postgres/embedded/embedded-user.ts';
import type { Break } from '#test/break.ts';
import { temporaryFolder } from '#test/database/embedded-folders.ts';

it("PostgreSQL's programs are used where npm put them, if their user can reach them", async (t) => {
  const found = await findPostgresBinaries();
  const user = await choosePostgresUser({ userNamespaces: true });
  const { postgres } = await binariesFor(user, found, await temporaryFolder(t));
  assert.equal(postgres === found.postgres, await canReach(user, found.postgres));
  assert.match(execFileSync(found.postgres, ['--version'], { encoding: 'utf8' }), /PostgreSQL\) 18\./);
});

// Only root puts programs where another user cannot go.
if (process.getuid?.() === 0)
  describe("PostgreSQL's programs, for a user who cannot reach them", () => {
    it('are copied once', async (t) => {
      const { user, closed, shared } = await unreachable(t);
      const [one, two] = await Promise.all([
        binariesFor(user, closed, shared),
        binariesFor(user, closed, shared),
      ]);
      assert.equal(one.postgres, two.postgres);
      assert.deepEqual(await readdir(shared), [`postgresql-${closed.version}`]);
      runAs(user, one.initdb);
    });

    it('are opened to all, though they were installed under a umask of 077', async (t) => {
      const { user, closed, shared } = await unreachable(t);
      execFileSync('chmod', ['-R', 'go=', closed.folder]);
      runAs(user, (await binariesFor(user, closed, shared)).initdb);
    });

    it('are mended where an earlier start left a copy that is closed', async (t) => {
      const { user, closed, shared } = await unreachable(t);
      await binariesFor(user, closed, shared);
      execFileSync('chmod', ['-R', 'go=', shared]);
      runAs(user, (await binariesFor(user, closed, shared)).initdb);
    });

    it('are missed in a sentence where nothing that Parley made is in the way', async (t) => {
      const { user, closed } = await unreachable(t);
      const shared = join(await closedFolder(t), 'shared');
      await assert.rejects(binariesFor(user, closed, shared), {
        name: 'StartFailure',
        message: /cannot reach its programs in \/\S+: let every user pass through the folders above/,
      });
    });
  });

async function unreachable(t: TestContext) {
  const found = await findPostgresBinaries();
  const folder = join(await closedFolder(t), 'native');
  await cp(found.folder, folder, { recursive: true, verbatimSymlinks: true });
  const program = (name: string) => join(folder, 'bin', name);
  const closed = { ...found, folder, initdb: program('initdb'), postgres: program('postgres') };
  const user = await choosePostgresUser({ userNamespaces: false });
  return { user, closed, shared: join(await temporaryFolder(t), 'shared') };
}

/** A program of PostgreSQL needs its libraries and finds the others beside it. */
function runAs(user: PostgresUser, program: string): void {
  const { uid, gid } = user;
  assert.match(execFileSync(program, ['--version'], { uid, gid, cwd: '/', encoding: 'utf8' }), /PostgreSQL/);
}

async function closedFolder(t: TestContext): Promise<string> {
  const folder = join(await temporaryFolder(t), 'closed');
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

export const breaks: readonly Break[] = [
  {
    rule: "PostgreSQL's user may enter a copy of the programs, whatever modes they were installed with",
    file: 'src/adapters/postgres/embedded/embedded-binaries.ts',
    replace: 'if (entry.isDirectory()) await chmod(path, 0o755);',
    by: 'if (entry.isDirectory()) continue;',
  },
  {
    rule: 'A copy of the programs that an earlier start left closed is opened',
    file: 'src/adapters/postgres/embedded/embedded-binaries.ts',
    replace: 'await openToAll(copy);',
    by: '',
  },
];
