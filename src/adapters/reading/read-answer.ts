import { documentLimits, type UnreadableReason, unreadableReasons } from '#contract/knowledge/documents.ts';
import type { Chunk } from '#core/knowledge/chunk-blocks.ts';
import type { ReadDocument, UnreadableDocument } from '#core/knowledge/document-reader.ts';

const mostBytes = 8 * 1024 * 1024;

/**
 * Takes the lines that the reading program prints as they arrive. The program has read something hostile, so it is
 * believed nothing: what is no answer is a damaged document.
 */
export class AnswerReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #bytes = 0;
  #textBytes = 0;
  #title: string | null | undefined;
  readonly #chunks: Chunk[] = [];
  #end: UnreadableReason | 'complete' | null = null;

  /** False: there is nothing more to learn, and the program may be ended. */
  add(piece: Buffer): boolean {
    if (this.#end !== null) return false;
    this.#bytes += piece.length;
    if (this.#bytes > mostBytes) this.#end = 'too_long';
    this.#rest += this.#decoder.decode(piece, { stream: true });
    // A line without an end is not looked through with each piece of it.
    if (!piece.includes('\n')) return this.#end === null;
    const lines = this.#rest.split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#end ??= this.#take(parse(line));
    return this.#end === null;
  }

  /** Null: the program printed nothing, or ended before it had printed all. */
  get answer(): ReadDocument | UnreadableDocument | null {
    if (this.#end === null) return null;
    if (this.#end !== 'complete') return { unreadable: this.#end };
    return { title: this.#title ?? null, chunks: this.#chunks };
  }

  /** How the answer ends with this line; null while it goes on. */
  #take(line: object): UnreadableReason | 'complete' | null {
    if ('unreadable' in line)
      return unreadableReasons.find((reason) => reason === line.unreadable) ?? 'damaged';
    if (this.#title === undefined) return this.#takeTitle(line);
    if ('chunks' in line)
      return line.chunks === this.#chunks.length && line.chunks > 0 ? 'complete' : 'damaged';
    return isChunk(line) ? this.#takeChunk(line) : 'damaged';
  }

  #takeTitle(line: object): 'damaged' | null {
    if (!('title' in line) || (line.title !== null && !isText(line.title))) return 'damaged';
    this.#title = line.title;
    return null;
  }

  #takeChunk({ heading, body }: Chunk): 'too_long' | null {
    this.#chunks.push({ heading, body });
    this.#textBytes += Buffer.byteLength(body);
    const { chunks, textBytes } = documentLimits;
    return this.#chunks.length > chunks || this.#textBytes > textBytes ? 'too_long' : null;
  }
}

function parse(line: string): object {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isChunk(line: object): line is Chunk {
  return 'heading' in line && isText(line.heading) && 'body' in line && isText(line.body) && line.body !== '';
}

/** PostgreSQL stores neither a NUL nor half a character. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}
