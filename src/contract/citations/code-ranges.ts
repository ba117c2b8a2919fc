/** A part of a text, by its UTF-16 units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

interface Line extends Range {
  readonly text: string;
}

export interface Fence {
  readonly sign: string;
  readonly length: number;
}

/** A line that is longer before its text is no fence; the bound keeps expressions short on lines without end. */
const longestBeginning = 200;

const opening = /^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*(`{3,}|~{3,})(.*)/;
const closing = /^[\s>]*(`{3,}|~{3,})\s*$/;
const indented = /^(?: {4}| {0,3}\t)/;
const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;

/** The code of a Markdown text, in order: fenced and indented blocks, and spans between backticks. In linear time. */
export function codeRanges(markdown: string): readonly Range[] {
  const ranges: Range[] = [];
  const reader = new BlockReader(markdown, ranges);
  for (const line of linesOf(markdown)) reader.read(line);
  reader.end();
  return ranges;
}

/** Tells lines of code from paragraphs. A span reaches over the lines of its paragraph, and no further. */
class BlockReader {
  readonly #markdown: string;
  readonly #ranges: Range[];
  #fence: Fence | null = null;
  #paragraph: Range | null = null;
  /** What is indented behind a list belongs to it. */
  #isInList = false;
  #isIndentedCode = false;
  #isAfterBlank = true;

  constructor(markdown: string, ranges: Range[]) {
    this.#markdown = markdown;
    this.#ranges = ranges;
  }

  read(line: Line): void {
    const beginning = line.text.slice(0, longestBeginning);
    if (this.#fence !== null) {
      this.#ranges.push(line);
      if (closes(this.#fence, beginning)) this.#fence = null;
      return;
    }
    const fence = fenceIn(beginning);
    if (fence !== null) {
      this.end();
      this.#fence = fence;
      this.#ranges.push(line);
    } else if (line.text.trim() === '') {
      this.end();
      this.#isAfterBlank = true;
      return;
    } else if (this.#isCode(beginning)) {
      this.end();
      this.#isIndentedCode = true;
      this.#ranges.push(line);
    } else {
      this.#readProse(line, beginning);
    }
    this.#isAfterBlank = false;
  }

  /** Ends the paragraph. */
  end(): void {
    if (this.#paragraph !== null) pushSpans(this.#markdown, this.#paragraph, this.#ranges);
    this.#paragraph = null;
  }

  #isCode(beginning: string): boolean {
    return indented.test(beginning) && !this.#isInList && (this.#isAfterBlank || this.#isIndentedCode);
  }

  #readProse({ from, to }: Line, beginning: string): void {
    if (listItem.test(beginning)) this.#isInList = true;
    else if (this.#isAfterBlank && !/^\s/.test(beginning)) this.#isInList = false;
    this.#isIndentedCode = false;
    this.#paragraph = { from: this.#paragraph?.from ?? from, to };
  }
}

function* linesOf(text: string): Generator<Line, void> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    yield { from, to, text: text.slice(from, to) };
    from = to + 1;
  }
}

/** The fence that a line opens. */
export function fenceIn(beginning: string): Fence | null {
  const [, signs = '', info = ''] = opening.exec(beginning) ?? [];
  const sign = signs.charAt(0);
  // With a backtick behind it, it is a span.
  return signs === '' || (sign === '`' && info.includes('`')) ? null : { sign, length: signs.length };
}

export function closes({ sign, length }: Fence, beginning: string): boolean {
  const [, signs = ''] = closing.exec(beginning) ?? [];
  return signs.startsWith(sign) && signs.length >= length;
}

/** A span ends at the next run of as many backticks as it began with; without one, they are characters. */
function pushSpans(markdown: string, { from, to }: Range, ranges: Range[]): void {
  const runs = [...markdown.slice(from, to).matchAll(/`+/g)].map((found) => ({
    at: from + found.index,
    length: found[0].length,
  }));
  const next = nextOfSameLength(runs.map(({ length }) => length));
  for (let index = 0; index < runs.length; index++) {
    const [run, end] = [runs[index], next[index]];
    const last = end === undefined ? undefined : runs[end];
    if (run === undefined || end === undefined || last === undefined) continue;
    if (markdown.charAt(run.at - 1) === '\\') continue;
    ranges.push({ from: run.at, to: last.at + last.length });
    index = end;
  }
}

/** For each place, the next one with the same number. */
function nextOfSameLength(lengths: readonly number[]): readonly (number | undefined)[] {
  const seen = new Map<number, number>();
  const next = lengths.map((): number | undefined => undefined);
  for (const [index, length] of [...lengths.entries()].reverse()) {
    next[index] = seen.get(length);
    seen.set(length, index);
  }
  return next;
}
