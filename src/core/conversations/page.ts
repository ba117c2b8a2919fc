import { errors } from '../errors.ts';
import type { ListPosition } from './conversation-store.ts';

/** Checks the `limit` of a list: how many rows a page may have. */
export function checkPageSize(
  limit: number | undefined,
  bounds: { readonly default: number; readonly max: number },
): number {
  if (limit === undefined) return bounds.default;
  if (!Number.isInteger(limit) || limit < 1 || limit > bounds.max) {
    throw errors.invalidField('?limit', `must be an integer from 1 to ${bounds.max}`, 'range');
  }
  return limit;
}

/** Cursors are opaque to clients: base64url of the key that the next page begins after. */
export function listCursor(position: ListPosition): string {
  return opaque(`c ${position.lastMessageMicros} ${position.id}`);
}

export function messageCursor(place: number): string {
  return opaque(`m ${place}`);
}

const listForm = /^c (0|[1-9]\d{0,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const messageForm = /^m ([1-9]\d{0,8})$/;

export function parseListCursor(cursor: string | undefined): ListPosition | null {
  if (cursor === undefined) return null;
  const [, micros, id] = parsed(cursor, listForm, '?cursor');
  return { lastMessageMicros: Number(micros), id: id ?? '' };
}

export function parseMessageCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  return Number(parsed(cursor, messageForm, '?before')[1]);
}

function opaque(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function parsed(cursor: string, form: RegExp, pointer: string): RegExpExecArray {
  const text = Buffer.from(cursor, 'base64url').toString();
  const match = form.exec(text);
  // Decoding ignores characters that are not base64url, so only the exact cursor that was issued is accepted.
  if (match === null || opaque(text) !== cursor) {
    throw errors.invalidField(pointer, 'must be the next_cursor of an earlier page', 'cursor');
  }
  return match;
}
