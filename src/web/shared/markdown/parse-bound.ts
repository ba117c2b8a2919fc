/** The highest cost of parsing: about 20 ms on a slow machine. Ordinary paragraphs are far below. */
const mostWork = 2_000_000;
/** The end of each emphasis is searched for through the rest of the text, more than once. */
const emphasisWeight = 4;

/**
 * Whether parsing `text` as the content of a block would take long: the work grows with the number of marks times the
 * length. Such a block is shown as text, because otherwise one answer could freeze the page on every render.
 */
export function isCostly(text: string): boolean {
  // Below this length no combination of marks reaches the bound.
  if (text.length * text.length * emphasisWeight <= mostWork) return false;
  // Bare addresses are trimmed from their end, character by character.
  const signs = /\S{700}/.test(text) ? /[*_~?!.,:;&@()'"-]/g : /[*_~]+/g;
  const marks = countMarks(text, signs) * emphasisWeight + countMarks(text, /[`$[\]<\\!]+/g);
  return text.length * marks > mostWork;
}

/** A run counts as one mark, unless it is longer than any meaningful one. */
function countMarks(text: string, pattern: RegExp): number {
  return (text.match(pattern) ?? []).reduce((count, run) => count + Math.max(1, run.length - 2), 0);
}
