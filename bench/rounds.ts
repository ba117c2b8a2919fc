import type { Contender, ContenderName } from './contenders/contender.ts';

export type ByContender<T> = (name: ContenderName) => T[];

/** Every round visits every contender, each time starting with another one. */
export async function interleave<T>(
  contenders: readonly Contender[],
  rounds: number,
  visit: (contender: Contender) => Promise<T>,
): Promise<ByContender<T>> {
  const seen = new Map<ContenderName, T[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of rotated(contenders, round)) {
      const result = await visit(contender);
      seen.set(contender.name, [...(seen.get(contender.name) ?? []), result]);
    }
  }
  return (name) => seen.get(name) ?? [];
}

export function rotated<T>(items: readonly T[], by: number): T[] {
  const start = by % Math.max(items.length, 1);
  return [...items.slice(start), ...items.slice(0, start)];
}
