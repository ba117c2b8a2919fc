import { isDeepStrictEqual } from 'node:util';

/** Members that change with every read or save. */
const clocks = new Set(['updated_at', 'last_seen_at']);

/** The notice of a command that has changed nothing. */
export function unchangedNotice(name: string, before: object | undefined, after: object): string[] {
  if (before === undefined || !isDeepStrictEqual(settled(before), settled(after))) return [];
  return [`nothing was changed: ${name} already had this state`];
}

function settled(resource: object): object {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !clocks.has(name)));
}
