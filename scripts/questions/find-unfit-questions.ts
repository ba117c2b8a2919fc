import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentWords } from './content-words.ts';
import { type Passage, readPassage } from './passages.ts';

/** A question as people ask it, and the passages of the guides of which each answers it. */
export interface AnsweredQuestion {
  readonly question: string;
  readonly passages: readonly Passage[];
}

export const questionsFolder = 'test/fixtures/questions';

/** `unopened.json` judges a search that was built with `known.json`: it is read by programs until that search stands. */
const answeredFiles = ['known.json', 'unopened.json'] as const;

/** Fewer say nothing about how many of them a passage has. */
const fewestWords = 3;

/**
 * Questions whose passage has changed, or that repeat so many of its words that finding it proves little. A question of
 * `unopened.json` is named by its number, so that a change of a page does not show it.
 */
export function findUnfitQuestions(root: string): readonly string[] {
  return answeredFiles.flatMap((name) => {
    const path = join(root, questionsFolder, name);
    const questions: readonly AnsweredQuestion[] = JSON.parse(readFileSync(path, 'utf8'));
    return questions.flatMap((question, index) =>
      problemsOf(root, question).map(
        (problem) => `${questionsFolder}/${name}, question ${index + 1}: ${problem}`,
      ),
    );
  });
}

function problemsOf(root: string, { question, passages }: AnsweredQuestion): readonly string[] {
  const words = [...contentWords(question)];
  if (words.length < fewestWords) return [`it has ${words.length} words of content`];
  if (passages.length === 0) return ['it has no passage'];
  return passages.flatMap((passage) => {
    const path = join(root, 'docs', `${passage.page}.md`);
    const text = existsSync(path) ? readPassage(readFileSync(path, 'utf8'), passage) : null;
    if (text === null) return [lost(passage)];
    const known = contentWords(text);
    const shared = words.filter((word) => known.has(word)).length;
    return shared * 2 > words.length
      ? [`"${passage.sentence}" has ${shared} of its ${words.length} words of content`]
      : [];
  });
}

function lost({ page, heading, sentence }: Passage): string {
  return (
    `below "${heading}", docs/${page}.md no longer says in one place "${sentence}". ` +
    'Name there the words that say it now, or remove the passage'
  );
}
