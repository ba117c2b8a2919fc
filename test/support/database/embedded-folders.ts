import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';

export async function quickOptions(t: TestContext) {
  return { dataFolder: await temporaryFolder(t), durable: false };
}

export async function temporaryFolder(t: TestContext, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'parley-embedded-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

export async function query(
  postgres: { connection: { connectionString: string } },
  text: string,
): Promise<unknown[]> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A process that ended and was not collected yet is dead too. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,args=', '-p', String(pid)], { encoding: 'utf8' });
  const [state = '', command = ''] = stdout.trim().split(/\s+/);
  // A process that is just exiting has no command line any more, and ps shows its name in brackets.
  return state !== '' && !state.startsWith('Z') && !command.startsWith('[');
}
