import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';

/** Whether the prompt of a turn has instructions of its client, whose version is stored with it. */
export function isGuided({ guidanceVersion }: TurnToStore): boolean {
  return guidanceVersion !== null;
}

export const guidedParameters = 2;

/** A part of the statement that stores the turns: which of them have which version. */
export function guided(firstParameter: number): string {
  return `g as materialized (
    select turn_id, version from unnest($${firstParameter}::uuid[], $${firstParameter + 1}::integer[]) g(turn_id, version)
  )`;
}

export const versionOfGuided = '(select g.version from g where g.turn_id = a.turn_id)';

export function guidedValues(turns: readonly TurnToStore[]): readonly unknown[] {
  const some = turns.filter(isGuided);
  if (some.length === 0) return [];
  return [some.map(({ request }) => request.turnId), some.map(({ guidanceVersion }) => guidanceVersion)];
}
