import { bytesPerToken } from '../prompt/bytes-per-token.ts';
import type { Passage } from './join-parts.ts';
import type { Knowledge, Offer } from './knowledge.ts';
import type { OfferedSource } from './offered-source.ts';
import type { SourcePart } from './source-store.ts';
import { sourceText } from './source-text.ts';

/** Documents of no more tokens go into every prompt whole. */
const wholeTokens = 8_000;
export const wholeBytes = wholeTokens * bytesPerToken;

/** The share of a model's window that sources may take. */
const windowShare = 0.25;

/** The most passages that are found. */
export const mostPassages = 8;

/** What a call to a model with this window is offered of it. */
export function offerSources(knowledge: Knowledge, windowTokens: number): Offer {
  const { whole, found } = knowledge;
  if (whole !== null && fitsWhole(whole, windowTokens))
    return { mode: whole.length === 0 ? 'none' : 'whole', sources: whole.map(numbered) };
  const parts = takeFitting(found.slice(0, mostPassages), roomBytes(windowTokens));
  return { mode: parts.length === 0 ? 'none' : 'found', sources: parts.map(numbered) };
}

/** Whether all of it goes into a prompt for a model with this window. */
export function fitsWhole(parts: readonly SourcePart[], windowTokens: number): boolean {
  const bytes = parts.reduce((sum, part, index) => sum + bytesOf(numbered(part, index)), 0);
  return bytes <= Math.min(wholeBytes, roomBytes(windowTokens));
}

function roomBytes(windowTokens: number): number {
  return Math.floor(windowTokens * windowShare) * bytesPerToken;
}

/** Passages, or the best part of one that is too long for what is left. */
function takeFitting(passages: readonly Passage[], bytes: number): readonly SourcePart[] {
  const taken: SourcePart[] = [];
  let left = bytes;
  for (const { whole, best } of passages) {
    const part = [whole, best].find((each) => bytesOf(numbered(each, taken.length)) <= left);
    if (part === undefined) continue;
    left -= bytesOf(numbered(part, taken.length));
    taken.push(part);
  }
  return taken;
}

function numbered(part: SourcePart, index: number): OfferedSource {
  const { source, documentId, title, url, heading, text } = part;
  return { n: index + 1, source, documentId, title, url, heading, text };
}

function bytesOf(source: OfferedSource): number {
  return Buffer.byteLength(sourceText(source)) + 2;
}
