import { errors } from '../errors.ts';
import type { EventPosition } from './event-log-store.ts';

const form = /^([1-9]\d{0,8}) (0|[1-9]\d{0,19}) (0|[1-9]\d{0,15}) (0|[1-9]\d{0,15})$/;

/** Opaque to clients: base64url of a position. */
export function eventCursor({ generation, xid, seq, at }: EventPosition): string {
  return Buffer.from(`${generation} ${xid} ${seq} ${at.getTime()}`).toString('base64url');
}

export function parseEventCursor(cursor: string | undefined): EventPosition | null {
  if (cursor === undefined) return null;
  const [, generation, xid = '', seq, at] = form.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const position = { generation: Number(generation), xid, seq: Number(seq), at: new Date(Number(at)) };
  // Decoding ignores characters that are not base64url, so only the exact cursor that was issued is accepted.
  const isPlace = generation !== undefined && BigInt(xid) <= largestXid && position.at.getTime() < latestMs;
  if (!isPlace || eventCursor(position) !== cursor) {
    throw errors.invalidField('?after', 'must be the next_cursor of an earlier answer', 'cursor');
  }
  return position;
}

const largestXid = 2n ** 64n - 1n;
/** The database writes years of more than four digits differently. */
const latestMs = Date.UTC(10_000, 0);
