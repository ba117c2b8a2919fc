import { documentLimits, type UnreadableReason } from '#contract/knowledge/documents.ts';
import { type Block, headingJoint } from '#core/knowledge/chunk-blocks.ts';
import { cleanText } from '#core/knowledge/clean-text.ts';

/** What a reader makes of a file. */
export interface FileText {
  readonly title: string | null;
  readonly blocks: readonly Block[];
}

/** A file that has no text for us, and why. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

/** A longer one is a paragraph in large letters. */
const longestHeading = 200;

/** Collects the blocks of a file below its headings, and stops a reader that finds more text than a document may have. */
export class BlockList {
  readonly #blocks: Block[] = [];
  #path: readonly Heading[] = [];
  /** The latest heading, as long as nothing stands below it. */
  #bare: Heading | null = null;
  #bytes = 0;

  addHeading(level: number, raw: string): void {
    const text = cleanText(raw).replaceAll(/\s+/g, ' ').trim();
    if (text === '') return;
    if (text.length > longestHeading) {
      this.add('text', text);
      return;
    }
    // Its words are found by what stands below it: where nothing does, it is a text.
    if (this.#bare !== null && this.#bare.level >= level) this.add('text', this.#bare.text);
    this.#bare = { level, text };
    this.#path = [...this.#path.filter((heading) => heading.level < level), this.#bare];
  }

  add(kind: Block['kind'], raw: string): void {
    const text = trimmed(kind, cleanText(raw));
    if (text === '') return;
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes > documentLimits.textBytes) throw new Unreadable('too_long');
    this.#bare = null;
    this.#blocks.push({ heading: this.#path.map((heading) => heading.text).join(headingJoint), kind, text });
  }

  /** All that was added. A heading that ends the file is a text. */
  finish(): readonly Block[] {
    if (this.#bare !== null) this.add('text', this.#bare.text);
    return this.#blocks;
  }
}

/** The beginning of a line of code means something. */
function trimmed(kind: Block['kind'], text: string): string {
  return kind === 'text' ? text.trim() : text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}

/** The text of a file in UTF-8, with or without a mark of its order. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Unreadable('damaged', error);
  }
}

/** The first heading of a file that has no other title. */
export function firstHeading(blocks: readonly Block[]): string | null {
  const [outermost = null] = blocks.find(({ heading }) => heading !== '')?.heading.split(headingJoint) ?? [];
  return outermost;
}
