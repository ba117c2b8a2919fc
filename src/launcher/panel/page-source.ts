import { ContextProblem, readPage, type VisitedPage } from '#contract/context.ts';
import type { Options } from '../launcher-api.ts';
import { complain } from './complaints.ts';

/** Reads what the host page says of itself, as JSON; null where it says nothing, or something that no question can carry. */
export function createPageSource(options: () => Options): () => string | null {
  let complaint = '';
  return () => {
    const { page } = options();
    if (page === null || page === undefined) return null;
    const read = readHostPage(page);
    if (!(read instanceof ContextProblem)) return JSON.stringify(read);
    const words = `page${read.pointer} ${read.detail}. Questions are sent without the page`;
    if (complaint !== words) complain(words);
    complaint = words;
    return null;
  };
}

/** As JSON has it: a page is written by scripts that no compiler checks. */
function readHostPage(page: object): VisitedPage | ContextProblem {
  try {
    return readPage(JSON.parse(JSON.stringify(page)));
  } catch {
    return new ContextProblem('', 'type', 'must be an object of strings');
  }
}
