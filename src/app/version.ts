import { readFileSync } from 'node:fs';

/** The version of this installation, as package.json states it. */
export const version = readVersion();

function readVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const found = typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : null;
  if (typeof found !== 'string') throw new Error('package.json has no version');
  return found;
}
