import type { Citation } from '#contract/citations/citation.ts';
import type { OfferedSource } from '../knowledge/offered-source.ts';
import { citationsOf } from './cite.ts';
import { knownLinks } from './known-links.ts';

/** What an answer rests on: null where no document was looked at, and no links either where no tool was used. */
export interface AnswerSources {
  readonly citations: readonly Citation[] | null;
  readonly links: readonly string[] | null;
}

export const noSources: AnswerSources = { citations: null, links: null };

/** As the wire has it. */
export function presentSources({ citations, links }: AnswerSources) {
  return { citations: citations && [...citations], links: links && [...links] };
}

/** What an answer was written from. */
export interface Basis {
  readonly question: string;
  readonly instructions: readonly string[];
  /** What the call that wrote it was offered; null where no document was looked at. */
  readonly offered: readonly OfferedSource[] | null;
  /** What tools have said; null where none was used. */
  readonly results: readonly string[] | null;
}

/** Decided where the turn ends, because only that process knows what the model was told. */
export function sourcesOf(
  answer: string,
  { question, instructions, offered, results }: Basis,
): AnswerSources {
  if (offered === null && results === null) return noSources;
  const ofSources = (offered ?? []).flatMap(({ text, url }) => [text, url ?? '']);
  return {
    citations: offered && citationsOf(answer, offered),
    links: knownLinks(answer, [question, ...instructions, ...ofSources, ...(results ?? [])]),
  };
}
