import { words } from '../text/words.ts';

type Members = Readonly<Record<string, unknown>> | null;

const longest = 120;

/** A change in one line: `enabled: true → false`. */
export function describeChange(before: Members, after: Members): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const parts = names.map((name) =>
    before === null || !Object.hasOwn(before, name)
      ? `${name}: ${show(after?.[name])}`
      : `${name}: ${show(before[name])} → ${show(after?.[name])}`,
  );
  return parts.join(', ');
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.security.nothing;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
