import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { documentLimits } from '#contract/knowledge/documents.ts';
import { BlockList, type FileText, firstHeading, Unreadable } from './block-list.ts';
import { type LinePiece, textOfLine } from './pdf-line.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

interface PdfPiece extends LinePiece {
  readonly height: number;
}

interface Line {
  readonly text: string;
  /** The size of its largest letters. */
  readonly size: number;
  /** From the bottom of its page. */
  readonly y: number;
  readonly page: number;
}

/** Letters that are so much larger than most are a heading. */
const headingSize = 1.15;
/** Lines that are so much further apart than most begin a paragraph. */
const paragraphGap = 1.3;
const mostLevels = 6;

/** Nothing of a font, a picture or a script is needed for the text. */
const options = {
  verbosity: 0,
  disableFontFace: true,
  useSystemFonts: false,
  useWasm: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
} as const;

// Loaded here, because a document is to blame for what fails later.
await getResolvedPDFJS();

export async function readPdf(bytes: Uint8Array): Promise<FileText> {
  const pdf = await openPdf(bytes);
  const lines = await readLines(pdf);
  const blocks = arrange(lines);
  const { info } = await pdf.getMetadata();
  return { title: titleIn(info) ?? firstHeading(blocks), blocks };
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The parser takes the buffer for itself.
    return await getDocumentProxy(new Uint8Array(bytes), options);
  } catch (error) {
    throw new Unreadable(nameOf(error) === 'PasswordException' ? 'encrypted' : 'damaged', error);
  }
}

async function readLines(pdf: Pdf): Promise<readonly Line[]> {
  const lines: Line[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = items.filter((item) => 'str' in item);
    let own: PdfPiece[] = [];
    for (const piece of pieces) {
      own.push(piece);
      if (!piece.hasEOL) continue;
      lines.push(lineOf(own, number));
      own = [];
    }
    lines.push(lineOf(own, number));
    page.cleanup();
    characters += pieces.reduce((sum, { str }) => sum + str.length, 0);
    if (characters > documentLimits.textBytes) throw new Unreadable('too_long');
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

function lineOf(pieces: readonly PdfPiece[], page: number): Line {
  let size = 0;
  for (const { str, height } of pieces)
    if (str.trim() !== '') size = Math.max(size, Math.round(height * 2) / 2);
  const y = Number(pieces.find(({ str }) => str !== '')?.transform[5] ?? 0);
  return { text: textOfLine(pieces), size, y, page };
}

/** A PDF has letters at places, and neither paragraphs nor headings: they follow from sizes and distances. */
function arrange(lines: readonly Line[]): ReturnType<BlockList['finish']> {
  const list = new BlockList();
  const usual = mostFrequent(lines.map(({ size, text }) => [size, text.length]));
  const gap = mostFrequent(lines.flatMap((line, index) => gapBefore(line, lines[index - 1])));
  const levels = headingLevels(lines, usual);
  let paragraph: Line[] = [];
  for (const line of lines) {
    const last = paragraph.at(-1);
    if (last !== undefined && begins(line, last, gap)) {
      addParagraph(list, paragraph, levels);
      paragraph = [];
    }
    paragraph.push(line);
  }
  addParagraph(list, paragraph, levels);
  return list.finish();
}

function addParagraph(list: BlockList, lines: readonly Line[], levels: ReadonlyMap<number, number>): void {
  const [first] = lines;
  if (first === undefined) return;
  const text = lines.reduce((before, line) => joinLines(before, line.text.trim()), '');
  const level = levels.get(first.size);
  if (level === undefined) list.add('text', text);
  else list.addHeading(level, text);
}

/** A word that is parted at the end of a line is one word. */
function joinLines(before: string, line: string): string {
  if (before === '') return line;
  if (/\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(line)) return before.slice(0, -1) + line;
  return `${before}\n${line}`;
}

function begins(line: Line, last: Line, gap: number): boolean {
  if (line.size !== last.size) return true;
  // A paragraph goes on across pages where its next line does not begin a sentence.
  if (line.page !== last.page) return !/^\s*\p{Ll}/u.test(line.text);
  const distance = last.y - line.y;
  return distance < 0 || distance > gap * paragraphGap;
}

/** The distance to the line before, where both are on one page and equally large. */
function gapBefore(line: Line, last: Line | undefined): readonly (readonly [number, number])[] {
  if (last === undefined || last.page !== line.page || last.size !== line.size) return [];
  const distance = Math.round(last.y - line.y);
  return distance > 0 ? [[distance, 1]] : [];
}

/** The larger, the higher. */
function headingLevels(lines: readonly Line[], usual: number): ReadonlyMap<number, number> {
  const sizes = new Set(lines.map(({ size }) => size).filter((size) => size >= usual * headingSize));
  const sorted = [...sizes].sort((one, other) => other - one);
  return new Map(sorted.map((size, index) => [size, Math.min(index + 1, mostLevels)]));
}

function mostFrequent(weighed: readonly (readonly [number, number])[]): number {
  const weights = new Map<number, number>();
  for (const [value, weight] of weighed) weights.set(value, (weights.get(value) ?? 0) + weight);
  const [best] = [...weights].sort(([, one], [, other]) => other - one);
  return best?.[0] ?? 0;
}

function titleIn(info: object): string | null {
  const title = 'Title' in info ? info.Title : null;
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : null;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
