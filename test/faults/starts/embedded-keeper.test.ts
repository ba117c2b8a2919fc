import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import type { Break } from '#test/break.ts';
import { query, temporaryFolder } from '#test/database/embedded-folders.ts';

describe('the embedded PostgreSQL of a process that keeps it running', () => {
  for (const [address, folder] of [
    ['socket', 'data'],
    ['port', 'x'.repeat(100)],
  ] as const) {
    it(`is started again at the same ${address} when it was killed`, async (t) => {
      const dataFolder = join(await temporaryFolder(t), folder);
      const { events, restarted } = listen();
      await using postgres = await startEmbeddedPostgres({ dataFolder, durable: false }, {}, events);
      const killed = postgres.pid;
      process.kill(killed, 'SIGKILL');
      const { pid } = await restarted;
      assert.equal(pid, postgres.pid);
      assert.notEqual(pid, killed);
      await query(postgres, 'SELECT 1');
    });
  }

  it('is given up with the reason when it does not start', async (t) => {
    const dataFolder = await temporaryFolder(t);
    const { events, lost } = listen();
    await using postgres = await startEmbeddedPostgres({ dataFolder, durable: false }, {}, events);
    await writeFile(join(dataFolder, 'postgres', 'data', 'postgresql.conf'), 'no_such_setting = 1\n');
    process.kill(postgres.pid, 'SIGINT');
    assert.match(String(await lost), /PostgreSQL did not start .*no_such_setting/);
  });
});

function listen() {
  const restarted = Promise.withResolvers<{ readonly pid: number; readonly downMs: number }>();
  const lost = Promise.withResolvers<unknown>();
  const events = { onRestarted: restarted.resolve, onLost: lost.resolve };
  return { events, restarted: restarted.promise, lost: lost.promise };
}

export const breaks: readonly Break[] = [
  {
    rule: 'An embedded PostgreSQL that is gone is started again',
    file: 'src/adapters/postgres/embedded/embedded-keeper.ts',
    replace: 'if (signal.aborted || (await isAlive().catch(() => true))) continue;',
    by: 'if (signal.aborted || (await isAlive().catch(() => true)) || true) continue;',
  },
  {
    rule: 'An embedded PostgreSQL comes back at the port that its users know',
    file: 'src/adapters/postgres/embedded/embedded.ts',
    replace: 'port: tcpPort ?? (await freePort())',
    by: 'port: await freePort()',
  },
];
