import { bytesPerToken } from '../prompt/bytes-per-token.ts';
import type { Knowledge, Offer } from './knowledge.ts';
import type { OfferedSource } from './offered-source.ts';
import type { SourcePart } from './source-store.ts';
import { sourceText } from './source-text.ts';

/** Documents of no more tokens go into every prompt whole. */
const wholeTokens = 8_000;
export const wholeBytes = wholeTokens * bytesPerToken;

/** The share of a model's window that sources may take. */
const windowShare = 0.25;

/** The most chunks that are found, besides their neighbours. */
export const mostFoundParts = 8;

/** What a call to a model with this window is offered of it. */
export function offerSources(knowledge: Knowledge, windowTokens: number): Offer {
  const { whole, found, neighbours } = knowledge;
  if (whole !== null && fitsWhole(whole, windowTokens))
    return { mode: whole.length === 0 ? 'none' : 'whole', sources: whole.map(numbered) };
  const room = new Room(roomBytes(windowTokens));
  for (const part of found) {
    if (room.parts.length < mostFoundParts) room.take(part);
  }
  for (const part of neighbours) room.take(part);
  return { mode: room.parts.length === 0 ? 'none' : 'found', sources: room.parts.map(numbered) };
}

/** Whether all of it goes into a prompt for a model with this window. */
export function fitsWhole(parts: readonly SourcePart[], windowTokens: number): boolean {
  const bytes = parts.reduce((sum, part, index) => sum + bytesOf(numbered(part, index)), 0);
  return bytes <= Math.min(wholeBytes, roomBytes(windowTokens));
}

function roomBytes(windowTokens: number): number {
  return Math.floor(windowTokens * windowShare) * bytesPerToken;
}

/** Takes what fits, and each part once. */
class Room {
  readonly parts: SourcePart[] = [];
  readonly #known = new Set<string>();
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(part: SourcePart): void {
    const name = `${part.corpus} ${part.place} ${part.documentId}`;
    const bytes = bytesOf(numbered(part, this.parts.length));
    if (bytes > this.#left || this.#known.has(name)) return;
    this.#left -= bytes;
    this.#known.add(name);
    this.parts.push(part);
  }
}

function numbered(part: SourcePart, index: number): OfferedSource {
  const { source, documentId, title, url, heading, text } = part;
  return { n: index + 1, source, documentId, title, url, heading, text };
}

function bytesOf(source: OfferedSource): number {
  return Buffer.byteLength(sourceText(source)) + 2;
}
