import { rm } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { makeFolder } from '../machine/make-folder.ts';

export async function quickOptions(t: TestContext) {
  return { dataFolder: await temporaryFolder(t), durable: false };
}

export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = makeFolder('parley-embedded-');
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
