import { headingJoint } from './chunk-blocks.ts';
import type { FoundPart, FoundParts, SourcePart } from './source-store.ts';

/** Parts that follow one another in a document, as one text. */
export interface Passage {
  /** The best of those that were found. */
  readonly best: FoundPart;
  readonly whole: SourcePart;
}

/**
 * What was found, with what stands beside it: where one part matches a question, the answer is often in the next one.
 * Best first.
 */
export function joinParts({ best, neighbours }: FoundParts): readonly Passage[] {
  const parts = new Map([...neighbours, ...best].map((part) => [nameOf(part), part]));
  const runs = new Set(runsOf([...parts.values()].sort(inOrder)));
  const passages: Passage[] = [];
  for (const part of best) {
    const run = [...runs].find((each) => each.includes(part));
    if (run === undefined) continue;
    runs.delete(run);
    passages.push({ best: part, whole: joined(run) });
  }
  return passages;
}

/** Parts in the order of their documents, cut where one is missing. */
function runsOf(parts: readonly SourcePart[]): readonly (readonly SourcePart[])[] {
  const runs: SourcePart[][] = [];
  for (const part of parts) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || !follows(part, last)) runs.push([part]);
    else run.push(part);
  }
  return runs;
}

function follows(part: SourcePart, last: SourcePart): boolean {
  return part.corpus === last.corpus && part.documentId === last.documentId && part.place === last.place + 1;
}

function inOrder(one: SourcePart, other: SourcePart): number {
  if (one.corpus !== other.corpus) return one.corpus - other.corpus;
  if (one.documentId !== other.documentId) return one.documentId < other.documentId ? -1 : 1;
  return one.place - other.place;
}

function nameOf({ corpus, documentId, place }: SourcePart): string {
  return `${corpus} ${place} ${documentId}`;
}

/** Below the headings that all of them have; others stand in the text, as in the document. */
function joined(parts: readonly SourcePart[]): SourcePart {
  const [first, ...rest] = parts;
  if (first === undefined) throw new Error('A passage has at least one part');
  if (rest.length === 0) return first;
  const shared = parts.map(headingsOf).reduce(sameBeginning);
  let above = shared;
  const texts = parts.flatMap((part) => {
    const headings = headingsOf(part);
    const own = headings.slice(sameBeginning(above, headings).length);
    above = headings;
    return [...own, part.text];
  });
  return { ...first, heading: shared.join(headingJoint), text: texts.join('\n\n') };
}

function headingsOf({ heading }: SourcePart): readonly string[] {
  return heading === '' ? [] : heading.split(headingJoint);
}

function sameBeginning(one: readonly string[], other: readonly string[]): readonly string[] {
  const end = one.findIndex((heading, index) => heading !== other[index]);
  return end === -1 ? one : one.slice(0, end);
}
