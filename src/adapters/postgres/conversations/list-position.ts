import type { ListPosition } from '#core/conversations/conversation-store.ts';

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Time and id behind which a page begins; without a position, before everything. */
export function positionValues(after: ListPosition | null): readonly [string, string] {
  return after === null ? ['infinity', highestId] : [timestampOf(after), after.id];
}

/** A Date holds milliseconds only; the last three digits are the microseconds. */
function timestampOf({ lastMessageMicros }: ListPosition): string {
  const milliseconds = new Date(Math.floor(lastMessageMicros / 1000)).toISOString().slice(0, -1);
  return `${milliseconds}${String(lastMessageMicros % 1000).padStart(3, '0')}Z`;
}
