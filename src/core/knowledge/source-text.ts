import { withoutCitationMarks } from '../prompt/citation-marks.ts';
import { fenced, fixedMarks, randomMarks } from '../prompt/fence.ts';
import type { Offer } from './knowledge.ts';
import type { OfferedSource } from './offered-source.ts';
import type { Corpus } from './source-store.ts';

/** What documents add to one prompt; either text is empty where there is nothing for it. */
export interface PromptSources {
  /** Behind the instructions: equal until a document changes. */
  readonly whole: string;
  /** In front of the question. */
  readonly found: string;
}

/** By what a whole corpus is told from others, so that the same one is fenced alike in every prompt. */
export interface FenceOfSources {
  readonly key: string;
  readonly agentSlug: string;
  readonly corpora: readonly Pick<Corpus, 'id' | 'revision'>[];
}

const howToCite =
  'Where a sentence of your answer rests on one of them, put its number in square brackets behind that sentence, like [1]. Cite nothing else, and say so where they do not answer the question.';
const aboutWhole = `These are the documents of this service, each part with a number. ${howToCite}`;
const aboutFound = `These parts of the documents of this service may answer the question. ${howToCite}`;
const nothingFound =
  'The documents of this service were searched, and no source matches the question. Where only they could answer it, say that they do not. Cite no source.';

export function describeSources({ mode, sources }: Offer, fence: FenceOfSources): PromptSources {
  switch (mode) {
    case 'whole':
      return { whole: fenced('sources', aboutWhole, textOf(sources), marksOf(fence)), found: '' };
    case 'found':
      return { whole: '', found: fenced('sources', aboutFound, textOf(sources), randomMarks) };
    case 'none':
      return { whole: '', found: nothingFound };
  }
}

/**
 * As a prompt has it, under the number by which it is cited. Numbers of its own, such as those of notes, would cite
 * another source in an answer that repeats them.
 */
export function sourceText({ n, title, heading, text }: OfferedSource): string {
  const name = [title, heading].filter((part) => part !== '').join(' > ');
  return `[${n}] ${withoutCitationMarks(`${name}\n${text}`)}`;
}

function textOf(sources: readonly OfferedSource[]): string {
  return sources.map(sourceText).join('\n\n');
}

function marksOf({ key, agentSlug, corpora }: FenceOfSources) {
  return fixedMarks(key, [agentSlug, ...corpora.flatMap(({ id, revision }) => [id, revision])]);
}
