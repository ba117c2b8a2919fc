import { limits } from '#contract/limits.ts';
import type { PageQuery } from '#core/shared/list-page.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

/** Reads a list to its end, page by page. */
export async function everyRow<Row>(read: (query: PageQuery) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const query: PageQuery = { limit: limits.administrativePage.max, ...(cursor === null ? {} : { cursor }) };
    const page: Page<Row> = await read(query);
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}
