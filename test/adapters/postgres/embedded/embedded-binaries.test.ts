import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { binariesFor, findPostgresBinaries } from '#adapters/postgres/embedded/embedded-binaries.ts';
import { canReach, choosePostgresUser } from '#adapters/postgres/embedded/embedded-user.ts';
import { temporaryFolder } from '#test/database/embedded-folders.ts';

it("PostgreSQL's programs are used where npm put them, if their user can reach them", async (t) => {
  const found = await findPostgresBinaries();
  const user = await choosePostgresUser({ userNamespaces: true });
  const { postgres } = await binariesFor(user, found, await temporaryFolder(t));
  assert.equal(postgres === found.postgres, await canReach(user, found.postgres));
  assert.match(execFileSync(found.postgres, ['--version'], { encoding: 'utf8' }), /PostgreSQL\) 18\./);
});

// Only root puts programs where another user cannot go.
if (process.getuid?.() === 0) {
  it("PostgreSQL's programs are copied, once, for a user who cannot reach them", async (t) => {
    const found = await findPostgresBinaries();
    const closed = join(await temporaryFolder(t), 'closed', 'native');
    await mkdir(dirname(closed), { mode: 0o700 });
    await cp(found.folder, closed, { recursive: true, verbatimSymlinks: true });
    const user = await choosePostgresUser({ userNamespaces: false });
    const unreachable = { ...found, folder: closed, postgres: join(closed, 'bin', 'postgres') };
    const shared = join(await temporaryFolder(t), 'shared');

    const [one, two] = await Promise.all([
      binariesFor(user, unreachable, shared),
      binariesFor(user, unreachable, shared),
    ]);
    assert.equal(one.postgres, two.postgres);
    assert.deepEqual(await readdir(shared), [`postgresql-${found.version}`]);
    assert.ok(execFileSync(one.postgres, ['--version']));
  });
}
