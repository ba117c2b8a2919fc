import { opaqueCursor, readOpaqueCursor } from '../shared/opaque-cursor.ts';
import type { EventPosition } from './event-log-store.ts';

const form = /^([1-9]\d{0,8}) (0|[1-9]\d{0,19}) (0|[1-9]\d{0,15}) (0|[1-9]\d{0,15})$/;

export function eventCursor({ generation, xid, seq, at }: EventPosition): string {
  return opaqueCursor(`${generation} ${xid} ${seq} ${at.getTime()}`);
}

export function parseEventCursor(cursor: string | undefined): EventPosition | null {
  if (cursor === undefined) return null;
  return readOpaqueCursor(cursor, '?after', (place) => {
    const [, generation, xid = '', seq, at] = form.exec(place) ?? [];
    const position = { generation: Number(generation), xid, seq: Number(seq), at: new Date(Number(at)) };
    if (generation === undefined || BigInt(xid) > largestXid || !Number.isSafeInteger(position.seq))
      return null;
    return position.at.getTime() < latestMs ? position : null;
  });
}

const largestXid = 2n ** 64n - 1n;
/** The database writes years of more than four digits differently. */
const latestMs = Date.UTC(10_000, 0);
