import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { binariesFor, findPostgresBinaries } from '#adapters/postgres/embedded/embedded-binaries.ts';
import { choosePostgresUser } from '#adapters/postgres/embedded/embedded-user.ts';

it("PostgreSQL's programs are used where npm put them, when their user can reach them", async () => {
  const found = await findPostgresBinaries();
  const user = await choosePostgresUser({ userNamespaces: true });
  assert.equal((await binariesFor(user, found, '/nowhere')).postgres, found.postgres);
  assert.match(execFileSync(found.postgres, ['--version'], { encoding: 'utf8' }), /PostgreSQL\) 18\./);
});

// Only root puts programs where another user cannot go.
if (process.getuid?.() === 0) {
  it("PostgreSQL's programs are copied, once, for a user who cannot reach them", async (t) => {
    const found = await findPostgresBinaries();
    const closed = join(await temporaryFolder(t, homedir()), 'native');
    await cp(found.folder, closed, { recursive: true, verbatimSymlinks: true });
    const user = await choosePostgresUser({ userNamespaces: false });
    const unreachable = { ...found, folder: closed, postgres: join(closed, 'bin', 'postgres') };
    const shared = join(await temporaryFolder(t, tmpdir()), 'shared');

    const [one, two] = await Promise.all([
      binariesFor(user, unreachable, shared),
      binariesFor(user, unreachable, shared),
    ]);
    assert.equal(one.postgres, two.postgres);
    assert.deepEqual(await readdir(shared), [`postgresql-${found.version}`]);
    assert.ok(execFileSync(one.postgres, ['--version']));
  });
}

async function temporaryFolder(t: TestContext, parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'parley-binaries-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
