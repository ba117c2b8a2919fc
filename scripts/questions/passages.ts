/** A place of the guides that answers a question: some words of it, below a heading of a page. */
export interface Passage {
  /** A file of `docs` without its ending. */
  readonly page: string;
  readonly heading: string;
  /** As it stands in the file, with its markup. */
  readonly sentence: string;
}

/** The block with those words (a paragraph, an item or a row) and the headings above it; null unless it is one block. */
export function readPassage(markdown: string, { heading, sentence }: Passage): string | null {
  const blocks = blocksOf(markdown).filter(
    (block) => block.heading === heading && block.text.includes(sentence),
  );
  const [block, second] = blocks;
  if (block === undefined || second !== undefined) return null;
  return [block.title, block.heading, block.text].join('\n');
}

interface Block {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** A line of the guides is a block. Lines of code belong to no block. */
function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let title = '';
  let heading = '';
  let isCode = false;
  for (const text of markdown.split('\n')) {
    if (/^\s*```/.test(text)) isCode = !isCode;
    const found = isCode ? undefined : /^#+ (.+)$/.exec(text)?.[1];
    if (found !== undefined) {
      heading = found;
      title ||= found;
    } else if (!isCode) {
      blocks.push({ title, heading, text });
    }
  }
  return blocks;
}
