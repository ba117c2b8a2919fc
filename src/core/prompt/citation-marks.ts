import { citationMarks } from '#contract/citations/citation-marks.ts';

/**
 * An answer as the history of a prompt has it: without the marks of citations, whose numbers mean nothing in another
 * turn. The result follows from the text alone, so that later prompts repeat it.
 */
export function withoutCitationMarks(answer: string): string {
  const kept: string[] = [];
  let end = 0;
  for (const { from, to } of citationMarks(answer)) {
    kept.push(answer.slice(end, from));
    end = to;
  }
  return kept.join('') + answer.slice(end);
}
