import { errors } from '../errors.ts';
import { opaqueCursor, readOpaqueCursor } from '../shared/opaque-cursor.ts';
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

export function listCursor(position: ListPosition): string {
  return opaqueCursor(`c ${position.lastMessageMicros} ${position.id}`);
}

export function messageCursor(place: number): string {
  return opaqueCursor(`m ${place}`);
}

const listForm = /^c (0|[1-9]\d{0,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const messageForm = /^m ([1-9]\d{0,8})$/;

export function parseListCursor(cursor: string | undefined): ListPosition | null {
  if (cursor === undefined) return null;
  return readOpaqueCursor(cursor, '?cursor', (place) => {
    const [, micros, id] = listForm.exec(place) ?? [];
    return id === undefined ? null : { lastMessageMicros: Number(micros), id };
  });
}

export function parseMessageCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  return readOpaqueCursor(cursor, '?before', (place) => {
    const [, seq] = messageForm.exec(place) ?? [];
    return seq === undefined ? null : Number(seq);
  });
}
