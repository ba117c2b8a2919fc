/** What reading may cost at the most: about 20 ms on a slow machine. Ordinary paragraphs are far below. */
const mostWork = 2_000_000;
/** Each end of emphasis is looked for through the rest of the text, more than once. */
const emphasisWeight = 4;

/**
 * Whether reading `text` as the inside of a block would take long: the reader's work grows with the number of marks
 * times the length. Such a block is shown as text, or one answer could freeze the page at each of its frames.
 */
export function isCostly(text: string): boolean {
  // Below this length no combination of marks reaches the bound.
  if (text.length * text.length * emphasisWeight <= mostWork) return false;
  // Bare addresses are cut back from their end, sign by sign.
  const signs = /\S{700}/.test(text) ? /[*_~?!.,:;&@-]/g : /[*_~]+/g;
  const marks = countMarks(text, signs) * emphasisWeight + countMarks(text, /[`$[\]<\\!]+/g);
  return text.length * marks > mostWork;
}

/** A run is one mark, unless it is longer than any that means something. */
function countMarks(text: string, pattern: RegExp): number {
  return (text.match(pattern) ?? []).reduce((count, run) => count + Math.max(1, run.length - 2), 0);
}
