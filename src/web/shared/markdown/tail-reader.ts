import type { Token } from 'marked';
import { type LinkTable, readBlocks } from './lexer.ts';
import { prepareSources } from './sources-part.ts';

type TailReader = (source: string, links: LinkTable) => Token[];

/** Until the part that completes has been loaded, an unfinished end is read as if it were finished. */
let reader: TailReader = (source, links) => readBlocks(source, links).tokens;

/** Only running answers need it, so it is loaded while the first of them is awaited. */
export async function prepareTailReader(): Promise<void> {
  reader = (await prepareSources()).readTail;
}

export function readTail(source: string, links: LinkTable): Token[] {
  return reader(source, links);
}
