import { BlockList, decodeText, type FileText } from './block-list.ts';

const separators = ['\t', ';', ',', '|'] as const;
/** Lines of prose may happen to have as many commas, but not so many of them. */
const fewestRows = 4;

export function readPlain(bytes: Uint8Array): FileText {
  const list = new BlockList();
  addParagraphs(list, decodeText(bytes));
  return { title: null, blocks: list.finish() };
}

/** Adds text without marks: paragraphs between empty lines, of which some are rows of values. */
export function addParagraphs(list: BlockList, text: string): void {
  for (const paragraph of text.split(/(?:\r?\n[ \t]*){2,}/)) {
    list.add(isTable(paragraph.trim().split(/\r?\n/)) ? 'table' : 'text', paragraph);
  }
}

/** Whether all lines have the same number of one separator. */
function isTable(lines: readonly string[]): boolean {
  if (lines.length < fewestRows) return false;
  return separators.some((separator) => {
    const counts = new Set(lines.map((line) => valuesIn(line, separator)));
    const [count = 1] = counts;
    return counts.size === 1 && count > 1;
  });
}

/** What stands between quotation marks is one value. */
function valuesIn(line: string, separator: string): number {
  return line.replaceAll(/"[^"]*"/g, '').split(separator).length;
}
