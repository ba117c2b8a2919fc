/** What reading may cost at the most: about 20 ms on a slow machine. Ordinary paragraphs are far below. */
const mostWork = 2_000_000;
/** Each end of emphasis is looked for through the rest of the text, more than once. */
const emphasisWeight = 4;
const longestWord = 200;

/**
 * Whether reading `text` as the inside of a block would take long: the reader's work grows with the number of marks
 * times the length. Such a block is shown as text, or one answer could freeze the page at each of its frames.
 */
export function isCostly(text: string): boolean {
  // Below this length no combination of marks reaches the bound.
  if (text.length * text.length * emphasisWeight <= mostWork) return false;
  const emphasis = countMarks(text, /[*_~]+/g);
  const others = countMarks(text, /[`$[\]<\\!]+/g);
  if (text.length * (emphasis * emphasisWeight + others) > mostWork) return true;
  return costOfWords(text) > mostWork;
}

/** A run is one mark, unless it is longer than any that means something. */
function countMarks(text: string, pattern: RegExp): number {
  let count = 0;
  for (const [run] of text.matchAll(pattern)) count += Math.max(1, run.length - 2);
  return count;
}

/** Bare addresses are cut back from their end, sign by sign. */
function costOfWords(text: string): number {
  let cost = 0;
  for (const [word] of text.matchAll(/\S+/g)) {
    if (word.length <= longestWord) continue;
    cost += word.length * countMarks(word, /[^\p{L}\p{N}]+|_/gu) * emphasisWeight;
    cost += word.length * (word.match(/[^\p{L}\p{N}]/gu)?.length ?? 0);
  }
  return cost;
}
