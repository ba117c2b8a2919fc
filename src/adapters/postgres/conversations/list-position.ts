import type { ListPosition } from '#core/conversations/conversation-store.ts';

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Time and id after which a page begins; without a position, before everything. */
export function positionValues(after: ListPosition | null): readonly [string, string] {
  return after === null ? ['infinity', highestId] : [timestampOf(after), after.id];
}

/** The microseconds of the last message of `c`, which a position names. */
export const microsColumn = '(extract(epoch from c.last_message_at) * 1000000)::bigint as micros';

/** The position of a row that was read with `microsColumn`. */
export function positionOf({ micros, id }: { readonly micros: number; readonly id: string }): ListPosition {
  return { lastMessageMicros: micros, id };
}

/** A Date holds milliseconds only; the last three digits are the microseconds. */
function timestampOf({ lastMessageMicros }: ListPosition): string {
  const milliseconds = new Date(Math.floor(lastMessageMicros / 1000)).toISOString().slice(0, -1);
  return `${milliseconds}${String(lastMessageMicros % 1000).padStart(3, '0')}Z`;
}
