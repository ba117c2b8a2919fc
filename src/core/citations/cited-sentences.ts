import { type CitationMark, citationMarks } from '#contract/citations/citation-marks.ts';
import type { Range } from '#contract/citations/code-ranges.ts';

/** A sentence of an answer without its marks, and these. */
export interface CitedSentence {
  readonly text: string;
  readonly marks: readonly CitationMark[];
}

interface Block {
  readonly from: number;
  readonly text: string;
}

/** What a line begins with that is no text of its sentence, and no number of it. */
const lineBeginning = /^(?:[\s>#|]|[-*+]\s|\d{1,9}[.)]\s)+/;
/** A line that begins a block of its own, or is a row of a table. */
const beginsBlock = /^\s*(?:[-*+>#|]|\d{1,9}[.)]\s|$)/;
const isBlock = /^\s*[#|]/;
/** A short word with a point is no end, such as that of an abbreviation. */
const noEnd =
  /(?:^|[\s(])(?:\p{L}{1,2}|\p{L}\.\s?\p{L}|incl|excl|approx|etc|max|min|tel|nos|art|abs|bzw|ggf|inkl|zzgl|evtl|usw|vgl|env|aprox|cod)\.\s*$/iu;
const longestEnd = 40;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of an answer that have any of these marks, which are its own and in their order. */
export function citedSentences(answer: string, counted: readonly CitationMark[]): CitedSentence[] {
  if (counted.length === 0) return [];
  const { plain, places } = withoutMarks(answer);
  const blocks = blocksOf(plain);
  const found: { readonly text: string; readonly to: number; readonly marks: CitationMark[] }[] = [];
  let [nth, sentences]: [number, readonly Range[]] = [-1, []];
  for (const mark of counted) {
    // A mark belongs to what stands before it, be it behind the full stop.
    const place = Math.max(0, (places.get(mark.at) ?? 0) - 1);
    const last = found.at(-1);
    if (last !== undefined && place < last.to) {
      last.marks.push(mark);
      continue;
    }
    const block = blocks.findLastIndex(({ from }) => from <= place);
    if (block !== nth) [nth, sentences] = [block, sentencesIn(blocks[block])];
    const { from, to } = sentences.find((each) => place < each.to) ?? { from: place, to: place + 1 };
    const isFirst = from === 0 || plain[from - 1] === '\n';
    const text = plain.slice(from, to).replace(isFirst ? lineBeginning : '', '');
    found.push({ text: text.replaceAll('\n', ' '), to, marks: [mark] });
  }
  return found;
}

/** The answer without its marks, and where each of them would stand. */
function withoutMarks(answer: string): { plain: string; places: ReadonlyMap<number, number> } {
  const kept: string[] = [];
  const places = new Map<number, number>();
  let end = 0;
  let length = 0;
  for (const { from, at, to } of citationMarks(answer)) {
    kept.push(answer.slice(end, from));
    length += from - end;
    places.set(at, length);
    end = to;
  }
  kept.push(answer.slice(end));
  return { plain: kept.join(''), places };
}

/** Lines of one paragraph are one text, of the same length. */
function blocksOf(text: string): Block[] {
  const blocks: { from: number; lines: string[] }[] = [];
  let from = 0;
  let before: string | null = null;
  for (const line of text.split('\n')) {
    const current = blocks.at(-1);
    const isNew = before === null || before.trim() === '' || isBlock.test(before) || beginsBlock.test(line);
    if (isNew || current === undefined) blocks.push({ from, lines: [line] });
    else current.lines.push(line);
    from += line.length + 1;
    before = line;
  }
  return blocks.map(({ from: start, lines }) => ({ from: start, text: lines.join(' ') }));
}

/** Where its sentences are in the whole text. */
function sentencesIn(block: Block | undefined): Range[] {
  if (block === undefined) return [];
  const found: Range[] = [];
  let from = 0;
  for (const { segment, index } of segmenter.segment(block.text)) {
    const to = index + segment.length;
    if (noEnd.test(segment.slice(-longestEnd)) && to < block.text.length) continue;
    found.push({ from: block.from + from, to: block.from + to });
    from = to;
  }
  return found;
}
