import { limits } from '#contract/limits.ts';
import type { ListPage, PageQuery } from '#core/shared/list-page.ts';

/** Reads a list to its end, page by page. */
export async function everyRow<Row>(read: (query: PageQuery) => Promise<ListPage<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const query: PageQuery = { limit: limits.administrativePage.max, ...(cursor === null ? {} : { cursor }) };
    const page: ListPage<Row> = await read(query);
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}
