import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { contentWords } from '../../scripts/questions/content-words.ts';
import {
  type AnsweredQuestion,
  findUnfitQuestions,
  questionsFolder,
} from '../../scripts/questions/find-unfit-questions.ts';

const root = makeFolder('parley-questions-');
after(() => rmSync(root, { recursive: true }));

const page = `# Bread

Flour, water and salt.

## The oven

| Step | Minutes |
|---|---|
| baking | 40, at 230 degrees |

Bread is done when its [bottom](sounds.md#hollow) sounds hollow.

\`\`\`sh
bake --hollow
\`\`\`

## The cellar

Bread keeps for four days.
`;

const bottom = { page: 'bread', heading: 'The oven', sentence: 'sounds hollow' };
const hollow: AnsweredQuestion = {
  question: 'how can I hear that my loaf is ready to leave the oven',
  passages: [bottom],
};

describe('the questions about the documentation', () => {
  it('are two hundred with an answer, half of them unopened, and fifty without one, none of them twice', () => {
    const known = questionsIn('known.json');
    const unopened = questionsIn('unopened.json');
    const elsewhere = questionsIn('elsewhere.json');
    assert.deepEqual([known.length, unopened.length, elsewhere.length], [100, 100, 50]);
    assert.equal(new Set([...known, ...unopened, ...elsewhere]).size, 250);
  });

  it('are checked against their passages', () => {
    assert.deepEqual(findUnfitQuestions(join(import.meta.dirname, '../..')), []);
  });
});

describe('a question is unfit', () => {
  it('when its passage is gone, stands below another heading, or twice', () => {
    assert.deepEqual(unfit(hollow), []);
    const lost = [
      { ...bottom, page: 'cake' },
      { ...bottom, sentence: 'sounds dull' },
      { ...bottom, heading: 'The cellar' },
      { ...bottom, sentence: 'e' },
      { ...bottom, sentence: 'bake --hollow' },
    ];
    for (const passage of lost) {
      const problems = unfit({ ...hollow, passages: [bottom, passage] });
      assert.match(problems.join('\n'), /^\S+, question 1: .* no longer says in one place/);
    }
    assert.match(unfit({ ...hollow, passages: [] }).join('\n'), /it has no passage/);
  });

  it('when more than half of its content is in the words of its passage, headings included', () => {
    const half = { ...hollow, question: 'hollow bread in winter, at night' };
    assert.deepEqual(unfit(half), []);
    const most = { ...hollow, question: 'hollow bread in the oven at night' };
    assert.match(unfit(most).join('\n'), /question 1: "sounds hollow" has 3 of its 4 words of content/);
    const inflected = { ...hollow, question: 'the hollowed breads of ovens at night' };
    assert.match(unfit(inflected).join('\n'), /3 of its 4/);
  });

  it('when it has hardly any content', () => {
    assert.match(
      unfit({ ...hollow, question: 'is it done by now?' }).join('\n'),
      /it has 0 words of content/,
    );
  });
});

it('words of content have stems, and leave out what every question has and where links lead', () => {
  assert.deepEqual([...contentWords('How do I cancel the cancelled cancellations?')], ['cancel']);
  assert.deepEqual([...contentWords('stopping, stops, stopped, a stop')], ['stop']);
  assert.deepEqual(
    [...contentWords('[Refunds](quotas.md#refunds) of charges: charged')],
    ['refund', 'charg'],
  );
  assert.deepEqual([...contentWords('queries and a query')], ['quer']);
});

function unfit(question: AnsweredQuestion): readonly string[] {
  write('docs/bread.md', page);
  write(`${questionsFolder}/known.json`, JSON.stringify([question]));
  write(`${questionsFolder}/unopened.json`, '[]');
  return findUnfitQuestions(root);
}

function questionsIn(name: string): readonly string[] {
  const path = join(import.meta.dirname, '../..', questionsFolder, name);
  const rows: readonly { readonly question: string }[] = JSON.parse(readFileSync(path, 'utf8'));
  return rows.map(({ question }) => question);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A question shares at most half of its words with the passage that answers it',
    file: 'scripts/questions/find-unfit-questions.ts',
    replace: 'return shared * 2 > words.length',
    by: 'return shared > words.length',
  },
  {
    rule: 'The words of a passage are those of its headings, too',
    file: 'scripts/questions/passages.ts',
    replace: '[block.title, block.heading, block.text]',
    by: '[block.text]',
  },
  {
    rule: 'A question names words that stand in one place below its heading',
    file: 'scripts/questions/passages.ts',
    replace: 'block === undefined || second !== undefined',
    by: 'block === undefined',
  },
  {
    rule: 'Another form of a word is the same word',
    file: 'scripts/questions/content-words.ts',
    replace: '.map(stemOf)',
    by: '',
  },
];
