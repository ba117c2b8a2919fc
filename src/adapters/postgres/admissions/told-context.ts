import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';

export function hasContext({ request: { context } }: TurnToStore): boolean {
  return context !== undefined && context !== null;
}

/** A part of the statement that stores the turns: what their questions came with. */
export function told(firstParameter: number): string {
  const [ids, facts, pages] = [0, 1, 2].map((index) => `$${firstParameter + index}`);
  return `told as materialized (
    select turn_id, facts, page
    from unnest(${ids}::uuid[], ${facts}::jsonb[], ${pages}::jsonb[]) x(turn_id, facts, page)
  )`;
}

export function toldValues(turns: readonly TurnToStore[]): readonly unknown[] {
  const some = turns.filter(hasContext);
  if (some.length === 0) return [];
  return [
    some.map(({ request }) => request.turnId),
    some.map(({ request }) => jsonOf(request.context?.facts)),
    some.map(({ request }) => jsonOf(request.context?.page)),
  ];
}

function jsonOf(members: object | null | undefined): string | null {
  return members ? JSON.stringify(members) : null;
}
