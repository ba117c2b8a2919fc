import { wholeCharacters } from '../shared/cut-text.ts';

/** The most UTF-8 bytes in a block: what a heartbeat stores as one row, and what a reader takes at once. */
export const blockBytes = 64 * 1024;
/**
 * Deltas beyond this number are merged into one string, because many small strings take several times their bytes.
 */
const mergeBytes = 16 * 1024;
/** UTF-16 units of a delta that always fit into a block. */
const blockUnits = blockBytes / 4;
/** The part of an answer that stays in memory when its beginning is stored. */
const mostKeptBytes = 1024 * 1024;

interface Block {
  readonly from: number;
  readonly bytes: number;
  readonly text: string;
}

/** Text from `from` to `end`, both in UTF-8 bytes of the whole answer. */
export interface TextRange {
  readonly text: string;
  readonly from: number;
  readonly end: number;
}

/**
 * The text of one attempt. It grows at the end; once it is longer than a megabyte, its stored beginning leaves
 * memory. Blocks are closed by `close` or when they are full, and never change after that, so a heartbeat whose
 * answer was lost repeats exactly the rows that it may have stored.
 */
export class AnswerText {
  readonly #closed: Block[] = [];
  readonly #open: Block[] = [];
  #openBytes = 0;
  #bytes = 0;
  #storedBytes = 0;

  /** The length in bytes of the whole answer so far, in memory or not. */
  get bytes(): number {
    return this.#bytes;
  }

  get storedBytes(): number {
    return this.#storedBytes;
  }

  /** The byte at which the text in memory begins. */
  get firstByte(): number {
    return (this.#closed[0] ?? this.#open[0])?.from ?? this.#bytes;
  }

  /** Appends well-formed text. */
  append(text: string): void {
    for (let from = 0; from < text.length; ) {
      const end = wholeCharacters(text, from + blockUnits);
      this.#add(from === 0 && end >= text.length ? text : copyOf(text.slice(from, end)));
      from = end;
    }
  }

  /** Closed blocks that are not stored yet, oldest first: as many as `maxBytes` allows, at least one. */
  unstored(maxBytes: number): TextRange[] {
    this.#close();
    const found: TextRange[] = [];
    let left = maxBytes;
    for (const { from, bytes, text } of this.#closed) {
      if (from < this.#storedBytes) continue;
      if (bytes > left && found.length > 0) break;
      left -= bytes;
      found.push({ text, from, end: from + bytes });
    }
    return found;
  }

  /**
   * Records that everything before `end`, the end of a block, is stored, and drops the oldest part of it from memory.
   * `isTight`: no more than a block of it stays.
   */
  stored(end: number, isTight = false): void {
    const keptBytes = isTight ? blockBytes : mostKeptBytes;
    this.#storedBytes = Math.max(this.#storedBytes, end);
    let first = this.#closed[0];
    while (first && first.from + first.bytes <= this.#storedBytes && this.#bytes - first.from > keptBytes) {
      this.#closed.shift();
      first = this.#closed[0];
    }
  }

  /** The next text at or after a byte, at most one block; null when it is no longer in memory. */
  read(after: number): TextRange | null {
    if (after >= this.#bytes) return { text: '', from: after, end: after };
    if (after < this.firstByte) return null;
    const fromOpen = readIn(this.#open, after);
    return fromOpen ?? this.#withOpen(readIn(this.#closed, after));
  }

  /** A reader takes all available text in one write, whether or not a block was closed in between. */
  #withOpen(closed: TextRange | null): TextRange | null {
    if (closed === null || closed.end !== this.#open[0]?.from) return closed;
    if (closed.end - closed.from + this.#openBytes > blockBytes) return closed;
    return { text: closed.text + textOf(this.#open), from: closed.from, end: this.#bytes };
  }

  /** The unstored part when the beginning has left memory; otherwise the whole text. */
  rest(): TextRange {
    this.#close();
    const from = this.firstByte === 0 ? 0 : this.#storedBytes;
    const blocks = this.#closed.filter((block) => block.from >= from);
    return { text: textOf(blocks), from, end: this.#bytes };
  }

  #add(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#openBytes + bytes > blockBytes) this.#close();
    this.#open.push({ from: this.#bytes, bytes, text });
    this.#bytes += bytes;
    this.#openBytes += bytes;
    if (this.#openBytes >= mergeBytes) this.#close();
  }

  #close(): void {
    const first = this.#open[0];
    if (first === undefined) return;
    this.#closed.push({
      from: first.from,
      bytes: this.#openBytes,
      text: textOf(this.#open),
    });
    this.#open.length = 0;
    this.#openBytes = 0;
  }
}

function textOf(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('');
}

/** The text of these blocks from a byte on, at most the size of a block; null when they do not contain the byte. */
function readIn(blocks: readonly Block[], after: number): TextRange | null {
  const place = lastBefore(blocks, after);
  const first = blocks[place];
  if (first === undefined) return null;
  const head = fromByte(first, after);
  const texts = [head.text];
  let end = head.end;
  for (let next = blocks[place + 1], at = place + 1; next; next = blocks[++at]) {
    if (next.from + next.bytes - head.from > blockBytes) break;
    texts.push(next.text);
    end += next.bytes;
  }
  return { text: texts.length === 1 ? head.text : texts.join(''), from: head.from, end };
}

/** The index of the last block that begins at or before a byte, or -1. */
function lastBefore(blocks: readonly Block[], byte: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.from ?? 0) <= byte) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A block from a byte on, or from the next character when the byte is inside one. */
function fromByte({ from, bytes, text }: Block, byte: number): TextRange {
  const end = from + bytes;
  if (byte === from) return { text, from, end };
  const buffer = Buffer.from(text);
  let start = byte - from;
  while (start < buffer.length && ((buffer[start] ?? 0) & 0xc0) === 0x80) start++;
  return { text: buffer.subarray(start).toString(), from: from + start, end };
}

/**
 * V8 makes a slice a view of the string that it is from, and one block would keep everything that was read in memory.
 */
function copyOf(slice: string): string {
  return Buffer.from(slice).toString();
}
