import { readFileSync } from 'node:fs';

/** A version of Parley, and the oldest version whose processes may run beside its own on one database. */
export interface Release {
  readonly version: string;
  readonly runsBeside: string;
}

/** This installation, as its package.json states it. */
export const thisRelease = readRelease();

/** Whether the first of two versions `major.minor.patch` is the lower one. */
export function isOlder(version: string, other: string): boolean {
  const parts = partsOf(version);
  const others = partsOf(other);
  const place = parts.findIndex((part, index) => part !== others[index]);
  return place >= 0 && (parts[place] ?? 0) < (others[place] ?? 0);
}

function partsOf(version: string): readonly number[] {
  const numbers = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (numbers === null) throw new Error(`${version} is not a version`);
  return numbers.slice(1).map(Number);
}

function readRelease(): Release {
  const path = new URL('../../../../package.json', import.meta.url);
  const stated: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return { version: textAt(stated, 'version'), runsBeside: textAt(stated, 'runsBeside') };
}

function textAt(from: unknown, name: string): string {
  if (typeof from === 'object' && from !== null) {
    const found = Object.entries(from).find(([key]) => key === name)?.[1];
    if (typeof found === 'string') return found;
  }
  throw new Error(`package.json has no ${name}`);
}
