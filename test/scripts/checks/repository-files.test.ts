import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { listRepositoryFiles, readRepository } from '../../../scripts/checks/repository-files.ts';

describe('the files of the repository', () => {
  const root = makeFolder('parley-files-');
  after(() => rmSync(root, { recursive: true }));

  function fill(ignored: string, paths: readonly string[]): void {
    for (const path of ['.gitignore', ...paths]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), path === '.gitignore' ? ignored : path);
    }
  }

  test('are those that .gitignore does not exclude', () => {
    const kept = ['.github/a.yml', 'a.ts', 'dist.ts', 'src/dist', 'src/deep/raw.json', 'src/logs/a'];
    const left = [
      '.env',
      'a.log',
      'dist/a.js',
      'src/dist.log/a',
      'src/node_modules/a/b.js',
      'out/a.raw.json',
    ];
    fill('# built\nnode_modules/\ndist/\n*.log\n\n.env\nout/*.raw.json\n', [
      ...kept,
      ...left,
      'src/out/a.raw.json',
      '.git/config',
    ]);
    assert.deepEqual(
      [...listRepositoryFiles(root)].sort(),
      ['.gitignore', ...kept, 'src/out/a.raw.json'].sort(),
    );
  });

  test('have no binary ones among their texts', () => {
    fill('dist/\n', ['a.txt']);
    writeFileSync(join(root, 'a.png'), 'a\0b');
    const paths = readRepository(root).map(({ path }) => path);
    assert.ok(paths.includes('a.txt'));
    assert.ok(!paths.includes('a.png'));
  });

  test('are not guessed where .gitignore says more than names and stars', () => {
    for (const line of ['!kept', 'a/**/b', 'a?', '[ab]', 'a\\ b', 'a ']) {
      fill(`${line}\n`, []);
      assert.throws(() => listRepositoryFiles(root), /\.gitignore: the checks understand names/);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The checks leave out what .gitignore excludes',
    file: 'scripts/checks/repository-files.ts',
    replace: `    if (isIgnored(path)) return [];
`,
    by: '',
  },
  {
    rule: 'A pattern of .gitignore with a slash is tied to the root',
    file: 'scripts/checks/repository-files.ts',
    replace: "line.slice(0, -1).includes('/') ? '^' : '(?:^|/)'",
    by: "'(?:^|/)'",
  },
  {
    rule: 'A pattern of .gitignore that the checks would read otherwise than git is refused',
    file: 'scripts/checks/repository-files.ts',
    replace: 'if (/[!?[\\]\\\\]|\\*\\*|\\s$/.test(line)) {',
    by: "if (line === '') {",
  },
];
