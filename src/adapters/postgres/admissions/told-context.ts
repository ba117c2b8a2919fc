import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';

export function hasContext({ request: { context, language } }: TurnToStore): boolean {
  return Boolean(context) || Boolean(language);
}

/** A part of the statement that stores the turns: what their questions came with, and the language of their readers. */
export function told(firstParameter: number): string {
  const [ids, facts, pages, languages] = [0, 1, 2, 3].map((index) => `$${firstParameter + index}`);
  return `told as materialized (
    select turn_id, facts, page, language
    from unnest(${ids}::uuid[], ${facts}::jsonb[], ${pages}::jsonb[], ${languages}::text[]) x(turn_id, facts, page, language)
  )`;
}

export function toldValues(turns: readonly TurnToStore[]): readonly unknown[] {
  const some = turns.filter(hasContext);
  if (some.length === 0) return [];
  return [
    some.map(({ request }) => request.turnId),
    some.map(({ request }) => jsonOf(request.context?.facts)),
    some.map(({ request }) => jsonOf(request.context?.page)),
    some.map(({ request }) => request.language ?? null),
  ];
}

function jsonOf(members: object | null | undefined): string | null {
  return members ? JSON.stringify(members) : null;
}
