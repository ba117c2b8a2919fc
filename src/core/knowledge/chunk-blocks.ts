import { wholeCharacters } from '../shared/cut-text.ts';

/** Between the headings of one line. */
export const headingJoint = ' › ';

/** A part of a document as its reader found it. */
export interface Block {
  /** The headings above it, the outermost first, as one line. */
  readonly heading: string;
  readonly kind: 'text' | 'code' | 'table';
  /** A table has a line for each row, the first one with the names of the columns. */
  readonly text: string;
}

/** A part of a document as it is found. */
export interface Chunk {
  readonly heading: string;
  readonly body: string;
}

/** In UTF-16 units. */
const usual = 1_000;
/** Code and tables stay whole up to this length. */
const longestWhole = 4_000;
/** What is shorter says little by itself: it joins its neighbour. */
const short = 200;

/** A text that stays in one chunk, and what parts it from the one before. */
interface Piece {
  readonly text: string;
  readonly joint: string;
}

const paragraphJoint = '\n\n';
const emptyLines = /\n[ \t]*(?:\n[ \t]*)+/;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** `|---|:--:|`, below the names of a Markdown table's columns. */
const delimiterRow = /^[\s|:-]*-[\s|:-]*$/;

/** Chunks of about 1,000 characters, in order, each below one heading. All words of the blocks are in them. */
export function chunkBlocks(blocks: readonly Block[]): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (const block of blocks) {
    for (const piece of piecesOf(block)) addPiece(chunks, block.heading, piece);
  }
  return chunks;
}

function addPiece(chunks: Chunk[], heading: string, { text, joint }: Piece): void {
  if (text.trim() === '') return;
  const last = chunks.at(-1);
  if (last?.heading !== heading || !mayJoin(last.body.length + joint.length, text.length)) {
    chunks.push({ heading, body: text });
    return;
  }
  chunks[chunks.length - 1] = { heading, body: last.body + joint + text };
}

/** A sentence that introduces a long example stays with it, and so does a short rest. */
function mayJoin(before: number, added: number): boolean {
  if (before < short) return before + added <= longestWhole;
  return before + added <= (added < short ? usual + short : usual);
}

function piecesOf({ kind, text }: Block): Iterable<Piece> {
  if (kind === 'text') return textPieces(text);
  if (text.length <= longestWhole) return [{ text, joint: paragraphJoint }];
  return kind === 'code' ? linePieces(text.split('\n')) : rowPieces(text.split('\n'));
}

function* textPieces(text: string): Generator<Piece, void> {
  for (const paragraph of text.split(emptyLines)) {
    let joint = paragraphJoint;
    for (const part of cutParagraph(paragraph)) {
      yield { text: part, joint };
      joint = ' ';
    }
  }
}

/** A paragraph that is too long, at the ends of its sentences. */
function* cutParagraph(paragraph: string): Generator<string, void> {
  const whole = paragraph.trim();
  if (whole.length <= usual) {
    if (whole !== '') yield whole;
    return;
  }
  let part = '';
  for (const { segment } of sentences.segment(whole)) {
    if (part.length + segment.length > usual && part.trim() !== '') {
      yield* cutSentence(part.trim());
      part = '';
    }
    part += segment;
  }
  if (part.trim() !== '') yield* cutSentence(part.trim());
}

/** A sentence without an end, such as a list of values: at its spaces, or anywhere. */
function* cutSentence(sentence: string): Generator<string, void> {
  let rest = sentence;
  while (rest.length > usual) {
    const space = rest.slice(0, usual + 1).search(/\s\S*$/);
    const end = space > 0 ? space : wholeCharacters(rest, usual);
    yield rest.slice(0, end);
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') yield rest;
}

/** As many lines as fit. */
function* linePieces(lines: readonly string[], beginning = ''): Generator<Piece, void> {
  let part = '';
  let joint = paragraphJoint;
  for (const line of lines.flatMap(cutLine)) {
    if (part !== '' && beginning.length + part.length + line.length > usual) {
      yield { text: beginning + part, joint };
      part = '';
      joint = '\n';
    }
    part += part === '' ? line : `\n${line}`;
  }
  if (part.trim() !== '') yield { text: beginning + part, joint };
}

/** Rows below the names of their columns, which each chunk repeats. */
function rowPieces(rows: readonly string[]): Iterable<Piece> {
  const [names = '', second = ''] = rows;
  const header = delimiterRow.test(second) ? [names, second] : [names];
  const beginning = `${header.join('\n')}\n`;
  if (beginning.length > usual / 2) return linePieces(rows);
  return linePieces(rows.slice(header.length), beginning);
}

function cutLine(line: string): readonly string[] {
  return line.length <= usual ? [line] : [...cutSentence(line)];
}
