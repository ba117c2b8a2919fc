import type { PageData } from '#contract/pages.ts';

/** The data that the server embedded in the page; its `page` member says which page it was meant for. */
export function readFirstData<P extends PageData['page']>(page: P): Extract<PageData, { page: P }> {
  const script = document.getElementById('parley-data');
  const data: Extract<PageData, { page: P }> | null = JSON.parse(script?.textContent || 'null');
  if (data?.page !== page) throw new Error(`The page carries no data for ${page}`);
  return data;
}
