import assert from 'node:assert/strict';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readMasterSecret } from '#adapters/postgres/embedded/data-folder.ts';
import {
  lockExclusively,
  lockShared,
  tryLockExclusively,
} from '#adapters/postgres/embedded/data-folder-lock.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { startProcess } from '#test/world/process.ts';

const modules = new URL('../../../src/adapters/postgres/embedded/', import.meta.url);

describe('the master secret', () => {
  it('is made once, 32 random bytes, readable by its owner only', async (t) => {
    const folder = join(await temporaryFolder(t), 'deep', 'data');
    const secret = await readMasterSecret(folder);
    assert.equal(Buffer.from(secret, 'base64url').length, 32);
    assert.equal(await readMasterSecret(folder), secret);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.equal((await stat(join(folder, 'secret'))).mode & 0o777, 0o600);
    assert.notEqual(await readMasterSecret(join(folder, 'other')), secret);
  });

  it('is the same for all who make it at the same time', async (t) => {
    const folder = await temporaryFolder(t);
    const secrets = await Promise.all(Array.from({ length: 20 }, () => readMasterSecret(folder)));
    assert.equal(new Set(secrets).size, 1);
    assert.deepEqual(await readdir(folder), ['secret']);
  });

  it('is never replaced when it is damaged', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'secret'), 'short\n');
    await assert.rejects(readMasterSecret(folder), /damaged/);
  });
});

describe('a lock of the data folder', () => {
  it('is held by many when shared, and then by none exclusively', async (t) => {
    const path = join(await temporaryFolder(t), 'lock');
    const one = await lockShared(path);
    const two = await lockShared(path);
    assert.equal(tryLockExclusively(path), null);
    one[Symbol.dispose]();
    assert.equal(tryLockExclusively(path), null);
    two[Symbol.dispose]();
    const alone = tryLockExclusively(path);
    assert.ok(alone);
    assert.equal(tryLockExclusively(path), null);
    alone[Symbol.dispose]();
  });

  it('is handed on in turn', async (t) => {
    const path = join(await temporaryFolder(t), 'lock');
    let inside = 0;
    const visit = async () => {
      using _lock = await lockExclusively(path);
      inside += 1;
      assert.equal(inside, 1);
      await stat(path);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, visit));
  });

  it('ends with its process, however that ends', async (t) => {
    const path = join(await temporaryFolder(t), 'lock');
    const program = `
      import { lockExclusively } from '${new URL('data-folder-lock.ts', modules)}';
      await lockExclusively('${path}');
      console.log('held');
      setInterval(() => {}, 60_000);`;
    await using other = startProcess(process.execPath, ['--input-type=module', '-e', program]);
    await other.printed(/held/);
    assert.equal(tryLockExclusively(path), null);
    other.kill('SIGKILL');
    await other.exited;
    tryLockExclusively(path)?.[Symbol.dispose]();
    (await lockShared(path))[Symbol.dispose]();
  });
});

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = makeFolder('parley-folder-');
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
