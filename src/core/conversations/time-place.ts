import { isUuid } from '../shared/new-id.ts';

/** Where a page of a list by time ends: the time of its last row, in milliseconds, and its id. */
export type TimePlace = readonly [atMs: number, id: string];

/** The end of the year 9999, up to which a Date is written with four digits. */
const latestMs = Date.UTC(10_000, 0) - 1;

/** A moment that both a Date and the database can be, none of them before there was anything to list, and an id. */
export function timeAndId(parts: readonly unknown[]): TimePlace | null {
  const [at, id] = parts;
  const isPlace = parts.length === 2 && typeof at === 'number' && typeof id === 'string';
  return isPlace && Number.isInteger(at) && at >= 0 && at <= latestMs && isUuid(id) ? [at, id] : null;
}
