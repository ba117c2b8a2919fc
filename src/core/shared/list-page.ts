import { limits } from '#contract/limits.ts';
import { opaqueCursor, readOpaqueCursor } from './opaque-cursor.ts';

export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

type CursorPart = string | number | null;

/**
 * One page of a list, read with one extra row, which shows that another page follows. `keyOf` returns the sort key of
 * a row, and `read` continues after such a key.
 */
export async function readPage<Row, Key extends readonly CursorPart[]>(
  query: PageQuery,
  parse: (parts: readonly unknown[]) => Key | null,
  keyOf: (row: Row) => Key,
  read: (after: Key | null, limit: number) => Promise<readonly Row[]>,
): Promise<ListPage<Row>> {
  const { after, limit } = placeIn(query, parse);
  const found = await read(after, limit + 1);
  return pageFrom(found.slice(0, limit), found.length > limit, keyOf);
}

/** Where a page begins, and how many rows it has at most. */
export function placeIn<Key extends readonly CursorPart[]>(
  { cursor, limit = limits.administrativePage.default }: PageQuery,
  parse: (parts: readonly unknown[]) => Key | null,
): { readonly after: Key | null; readonly limit: number } {
  return { after: cursor === undefined ? null : parsed(cursor, parse), limit };
}

export function pageFrom<Row, Key extends readonly CursorPart[]>(
  rows: readonly Row[],
  hasMore: boolean,
  keyOf: (row: Row) => Key,
): ListPage<Row> {
  const last = rows.at(-1);
  return { rows, nextCursor: hasMore && last !== undefined ? cursorOf(keyOf(last)) : null };
}

/** A key of one string, such as a slug or an email. */
export function oneText(parts: readonly unknown[]): readonly [string] | null {
  const [text] = parts;
  return parts.length === 1 && typeof text === 'string' && !/\p{Cc}/u.test(text) ? [text] : null;
}

/** A page as the wire shows it. */
export function presentPage<Row, Item>(page: ListPage<Row>, present: (row: Row) => Item) {
  return {
    ok: true as const,
    object: 'list' as const,
    data: page.rows.map(present),
    has_more: page.nextCursor !== null,
    next_cursor: page.nextCursor,
  };
}

function cursorOf(key: readonly CursorPart[]): string {
  return opaqueCursor(JSON.stringify(key));
}

function parsed<Key extends readonly CursorPart[]>(
  cursor: string,
  parse: (parts: readonly unknown[]) => Key | null,
): Key {
  return readOpaqueCursor(cursor, '?cursor', (place) => {
    const parts = jsonArray(place);
    const key = parts === null ? null : parse(parts);
    return key !== null && cursorOf(key) === cursor ? key : null;
  });
}

function jsonArray(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
