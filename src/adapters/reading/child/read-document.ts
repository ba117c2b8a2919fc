import { buffer } from 'node:stream/consumers';
import { documentLimits, type UnreadableReason } from '#contract/knowledge/documents.ts';
import { type Chunk, chunkBlocks } from '#core/knowledge/chunk-blocks.ts';
import { type FileText, Unreadable } from './block-list.ts';

type Reader = (bytes: Uint8Array) => FileText | Promise<FileText>;

/** Each is loaded for its own documents only. */
const readers: Readonly<Record<string, () => Promise<Reader>>> = {
  'text/plain': async () => (await import('./read-plain.ts')).readPlain,
  'text/markdown': async () => (await import('./read-markdown.ts')).readMarkdown,
  'text/html': async () => (await import('./read-html.ts')).readHtml,
  'application/pdf': async () => (await import('./read-pdf.ts')).readPdf,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': async () =>
    (await import('./read-docx.ts')).readDocx,
};

/**
 * A program of its own, without rights. It reads a document from its input, and prints lines of JSON: the title, each
 * chunk, and how many there are; or why there is no text. It ends without either where it cannot run at all.
 */
const mediaType = process.argv[2] ?? '';
const read = await readers[mediaType]?.();
if (read === undefined) throw new Error(`There is no reader for ${mediaType}`);
// Packages print what they find odd in a document.
console.log = console.info = console.warn = console.error = () => {};
// From here on whatever fails is about the document, also what a package throws outside of our call.
process.on('uncaughtException', refuse);
try {
  const { title, blocks } = await read(await buffer(process.stdin));
  const chunks = limited(chunkBlocks(blocks));
  print([{ title }, ...chunks, { chunks: chunks.length }]);
} catch (error) {
  refuse(error);
}

function refuse(error: unknown): void {
  print([{ unreadable: reasonOf(error) }]);
}

/** Exits by itself, because a package may leave a timer. */
function print(lines: readonly object[]): void {
  process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), () => process.exit(0));
}

function limited(chunks: readonly Chunk[]): readonly Chunk[] {
  if (chunks.length === 0) throw new Unreadable('no_text');
  const size = chunks.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  if (chunks.length > documentLimits.chunks || size > documentLimits.textBytes)
    throw new Unreadable('too_long');
  return chunks;
}

/** What a reader throws by itself says that it did not understand the document, unless there was too much of it. */
function reasonOf(error: unknown): UnreadableReason {
  if (error instanceof Unreadable) return error.reason;
  const tooMuch = /allocation failed|Invalid (?:string|(?:typed )?array) length/i;
  return error instanceof RangeError && tooMuch.test(error.message) ? 'too_long' : 'damaged';
}
