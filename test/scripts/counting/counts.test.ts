import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { countSource, publicStrings } from '../../../scripts/counting/counts.ts';
import { countLeastBack } from '../../../scripts/counting/least-back.ts';

function filesOf(tree: Readonly<Record<string, string>>) {
  return Object.entries(tree).map(([path, text]) => ({ path, text }));
}

test('the words of a language are no source, wherever a revision has them', () => {
  const counts = countSource(
    filesOf({
      'src/core/a.ts': 'one\ntwo\n',
      'src/web/a.css': 'a {}\n',
      'src/web/account/text/de/later.ts': 'one\n',
      'src/core/mail/letters/ar.ts': 'one\n',
      'locales/de/chat.ts': 'one\n',
      'test/a.test.ts': 'one\n',
    }),
  );
  assert.equal(counts.get('files of src without the languages'), 2);
  assert.equal(counts.get('lines of them'), 3);
});

test('an answer is asserted where a page says its type', () => {
  const page = "await api.read<Page<T>>('/a');\nreturn response.then(readJson<Job>);\n";
  const counts = countSource(
    filesOf({
      'src/web/a.ts': page,
      'src/web/b.ts': 'readJson<T>(response);\nexport function useRead<T>() {}\n',
      'src/client/c.ts': page,
    }),
  );
  assert.equal(counts.get('answers whose type a page asserts'), 2);
});

test('files that name a word, and breaks outside of the tests, are counted once each', () => {
  const counts = countSource(
    filesOf({
      'src/core/a.ts': 'retention_days retention_days\n',
      'src/core/b.ts': 'retention_days_before\n',
      'test/mutants/breaks/core.ts': '',
      'test/mutants/run.ts': '',
    }),
  );
  assert.equal(counts.get('files of src that name retention_days'), 1);
  assert.equal(counts.get('files of breaks outside of the tests'), 1);
});

test('arrows back are those of the best order of the folders', () => {
  assert.equal(countLeastBack(new Set(['a > b', 'b > c', 'a > c'])), 0);
  assert.equal(countLeastBack(new Set(['a > b', 'b > a'])), 1);
  assert.equal(countLeastBack(new Set(['a > b', 'b > c', 'c > a', 'c > b', 'x > a'])), 1);
  assert.equal(countLeastBack(new Set(['a > b', 'b > a', 'b > c', 'c > b'])), 2);
  const counts = countSource(
    filesOf({
      'src/http/server/a.ts': "import { b } from '../pages/b.ts';\n",
      'src/http/pages/c.ts': "import { a } from '../server/a.ts';\nimport { x } from '../server/x.ts';\n",
    }),
  );
  assert.equal(counts.get('arrows back in http'), 1);
});

test('public strings are the sentences of the contract, of errors and in English', () => {
  const strings = publicStrings(
    filesOf({
      'src/contract/a.ts':
        "/** It's a comment, isn't it? */\nconst a = 'A name of 1 word';\nconst b = 'one';\n",
      'src/core/errors.ts': "  // It's told.\nconst c = `The limit of ${limit} is reached.`;\n",
      'src/core/other.ts': "const d = 'told to nobody';\n",
      'locales/en/chat.ts': "const e = 'Try again';\n",
      'locales/de/chat.ts': "const f = 'Noch einmal';\n",
    }),
  );
  assert.deepEqual([...strings], ['A name of 1 word', `The limit of $\{limit} is reached.`, 'Try again']);
});

export const breaks: readonly Break[] = [
  {
    rule: 'Arrows back are those of the best order of the folders',
    file: 'scripts/counting/least-back.ts',
    replace: 'countBits(bits & ~next)',
    by: 'countBits(bits)',
  },
  {
    rule: 'The words of a language are not counted as source',
    file: 'scripts/counting/counts.ts',
    replace: "path.startsWith('src/') && !ofLanguage.test(path)",
    by: "path.startsWith('src/')",
  },
];
