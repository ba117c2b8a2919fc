import { execFile } from 'node:child_process';
import { join } from 'node:path';

const command = join(import.meta.dirname, '../../bin/parley.js');

/**
 * The key of the client with this slug, whose pages at `origin` may embed the chat. The client is created or given a
 * new key.
 */
export async function client(slug: string, origin: string): Promise<string> {
  const created = await parley('create', slug, '--name', 'Partner site', '--origins', origin);
  if (created.apiKey !== null) return created.apiKey;
  await parley('update', slug, '--origins', origin);
  const rotated = await parley('rotate-key', slug);
  if (rotated.apiKey === null) throw new Error(rotated.message);
  return rotated.apiKey;
}

/** Runs one command of the operator. A refused command returns no key and says why. */
function parley(...words: readonly string[]): Promise<{ apiKey: string | null; message: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [command, 'client', ...words, '--json'], (_error, stdout, stderr) => {
      const apiKey = /"api_key":\s*"([^"]+)"/.exec(stdout)?.[1] ?? null;
      resolve({ apiKey, message: stderr || stdout });
    });
  });
}
