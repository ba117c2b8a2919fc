import { codeRanges, type Range } from './code-ranges.ts';

/** A mark that cites a source. */
export interface CitationMark extends Range {
  readonly n: number;
  /** Where it begins; `from` is where the space before it does. */
  readonly at: number;
}

/** `[1]`, as answers cite the sources that they were offered. */
const mark = /\[\d{1,3}\]/g;
const isMark = /^\[\d{1,3}\]/;

/** Behind these it is an index, a part of a link or of a list, or escaped. */
const noMarkBehind = /[\p{L}\p{M}\p{N}_[\]\\]$/u;
/** Before these it is a link or a part of a list. */
const noMarkBefore = /^[([\]]/;
/** No source is cited behind these: a list of values begins. */
const beginsValues = /[=([{]$/;
const wordBeginning = /^[\p{L}\p{N}]/u;
const text = /[\p{L}\p{N}]/u;
const betweenMarks = /^[,;]?[ \t]*$/;
/** What stands before the text of a line: quotation, bullets and numbers. */
const lineBeginning = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;
const longestBeginning = 200;

/**
 * The marks of an answer, in linear time: answers may be long, and hostile. A mark stands behind what it supports: what
 * begins a line, stands in code or directly behind a word, or is a link, is none. This follows from the text alone, so
 * that the service and its pages find the same ones.
 */
export function* citationMarks(answer: string): Generator<CitationMark, void> {
  // Most answers have none.
  if (answer.search(mark) === -1) return;
  const isCode = codeAt(codeRanges(answer));
  /** The end of the last thing that looked like a mark, whether the line has text by then, and whether it was a mark. */
  let last = { end: 0, hasText: false, isCitation: false };
  for (const { index } of answer.matchAll(mark)) {
    const end = answer.indexOf(']', index) + 1;
    if (isCode(index)) continue;
    const before = answer.slice(last.end, index);
    const hasText = lineHasText(before, last.hasText);
    const isNext = last.isCitation && betweenMarks.test(before);
    const isCitation = isNext ? !isLinkAt(answer, end) : hasText && isCitationAt(answer, index, end, before);
    if (isCitation) {
      const from = isNext ? last.end : startOf(answer, index, end);
      yield { n: Number(answer.slice(index + 1, end - 1)), from, at: index, to: end };
    }
    last = { end, hasText, isCitation };
  }
}

/** The marks that have a citation, in their order; `count` is that of the citations. */
export function citedMarks(answer: string, numbers: ReadonlySet<number>, count: number): CitationMark[] {
  const found: CitationMark[] = [];
  for (const each of citationMarks(answer)) {
    if (found.length === count) break;
    if (numbers.has(each.n)) found.push(each);
  }
  return found;
}

function isCitationAt(answer: string, index: number, end: number, before: string): boolean {
  if (noMarkBehind.test(answer.slice(Math.max(0, index - 2), index))) return false;
  return !beginsValues.test(before.trimEnd()) && !isLinkAt(answer, end);
}

function isLinkAt(answer: string, end: number): boolean {
  const behind = answer.slice(end, end + 5);
  return noMarkBefore.test(behind) && !isMark.test(behind);
}

/** The space before a mark goes with it, unless it parts two words. */
function startOf(answer: string, index: number, end: number): number {
  if (wordBeginning.test(answer.slice(end, end + 2))) return index;
  let start = index;
  while (/[ \t]/.test(answer.charAt(start - 1))) start--;
  return start;
}

/** Whether something stands before a mark in its line. `before` is what follows the last thing like it. */
function lineHasText(before: string, hadText: boolean): boolean {
  const newline = before.lastIndexOf('\n');
  if (newline === -1 && hadText) return true;
  const line = before.slice(newline + 1);
  return line.length > longestBeginning || text.test(line.replace(lineBeginning, ''));
}

/** For places that rise. */
function codeAt(ranges: readonly Range[]): (place: number) => boolean {
  let next = 0;
  return (place) => {
    while ((ranges[next]?.to ?? Number.POSITIVE_INFINITY) <= place) next++;
    return (ranges[next]?.from ?? Number.POSITIVE_INFINITY) <= place;
  };
}
