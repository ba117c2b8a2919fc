import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { temporaryFolder } from '#test/database/embedded-folders.ts';
import { startProcess } from '#test/world/process.ts';
import { chooseProgram } from '../../bin/choose-program.js';
import { findSources } from '../../bin/source-map.js';
import { root } from '../../scripts/building/build-part.ts';
import { bundleProgram } from '../../scripts/building/bundle-program.ts';

describe('The built program', () => {
  test("has maps that are read as Node's own reader reads them", () => {
    const folder = join(root, 'dist', 'program');
    const name = readdirSync(folder).find((file) => /^app-.*\.map$/.test(file));
    ok(name !== undefined, 'npm run build has made it');
    const map = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const judge = new SourceMap(map);
    const places = Array.from({ length: 500 }, (_, index) => ({
      line: 1 + index * 97,
      column: 1 + (index % 40),
    }));
    const expected = places.map(({ line, column }) => {
      const entry = judge.findEntry(line - 1, column - 1);
      // It goes on with the end of an earlier line where a line has nothing before the place.
      if (!('originalSource' in entry) || entry.generatedLine !== line - 1) return null;
      return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
    ok(expected.filter((place) => place !== null).length > 100);
    deepEqual(findSources(map, places), expected);
  });

  test('runs where no source is newer, and the sources run otherwise', async (t) => {
    const tree = await temporaryFolder(t);
    const source = join(tree, 'src', 'main.ts');
    const built = join(tree, 'dist', 'program', 'main.js');
    const words = join(tree, 'locales', 'en', 'emails.ts');
    for (const path of [join(tree, 'package.json'), source, join(tree, 'src', 'core', 'turn.ts'), words])
      write(path, 1_000);
    equal(chooseProgram(tree), source, 'nothing is built');
    write(built, 2_000);
    equal(chooseProgram(tree), built);
    write(join(tree, 'src', 'web', 'page.ts'), 3_000);
    equal(chooseProgram(tree), built, 'pages are no part of it');
    write(join(tree, 'src', 'core', 'turn.ts'), 3_000);
    equal(chooseProgram(tree), source, 'a source is newer');
    write(built, 4_000);
    equal(chooseProgram(tree), built);
    write(words, 5_000);
    equal(chooseProgram(tree), source, 'words are newer');
  });

  test("takes Node's HTTP as it is, which loads nothing for the members that it does not use", async (t) => {
    const folder = join(root, 'dist', 'status-program');
    t.after(() => rmSync(folder, { recursive: true }));
    await bundleProgram(folder, 'test/fixtures/programs/naming-a-status.ts');
    const program = join(folder, 'naming-a-status.js');
    doesNotMatch(readFileSync(program, 'utf8'), /^import\b.*"node:http"/m);
    await using child = startProcess(process.execPath, [program]);
    await child.exited;
    equal(child.stdout(), "I'm a Teapot function\n");
  });

  test('reads documents by a program that is built beside it', async (t) => {
    const folder = join(root, 'dist', 'reading-program');
    t.after(() => rmSync(folder, { recursive: true }));
    const child = 'src/adapters/reading/child/read-document.ts';
    await bundleProgram(folder, 'test/fixtures/programs/reading-documents.ts', child);
    // Where no sources are that it could read with.
    const copy = join(await temporaryFolder(t), 'dist', 'reading-program');
    cpSync(folder, copy, { recursive: true });
    await using program = startProcess(process.execPath, [join(copy, 'reading-documents.js')]);
    await program.exited;
    equal(program.stdout(), 'Read as HTML\nRead as PDF\nRead as Word\n');
  });

  test('finds its files where it was copied to, and its stacks name the sources', async (t) => {
    const copy = await temporaryFolder(t);
    const entry = 'test/fixtures/programs/failing.ts';
    const folder = join(root, 'dist', 'failing-program');
    t.after(() => rmSync(folder, { recursive: true }));
    await bundleProgram(folder, entry);
    cpSync(folder, join(copy, 'dist', 'failing-program'), { recursive: true });
    const printed = await run(t, join(copy, 'dist', 'failing-program'));
    deepEqual(printed.split('\n')[0], join(copy, 'test/fixtures/programs', 'beside.txt'));
    match(printed, /^Error: as it was told to\n {4}at fail \(test\/fixtures\/programs\/failing\.ts:10:9\)$/m);
  });
});

async function run(t: TestContext, folder: string): Promise<string> {
  const starter = join(await temporaryFolder(t), 'start.js');
  const names = JSON.stringify(join(root, 'bin', 'name-sources.js'));
  writeFileSync(
    starter,
    `const { nameSources } = await import(${names});
     nameSources(${JSON.stringify(folder)});
     await import(${JSON.stringify(join(folder, 'failing.js'))});`,
  );
  await using child = startProcess(process.execPath, [
    '--input-type=module',
    '--eval',
    `await import(${JSON.stringify(starter)})`,
  ]);
  await child.exited;
  return child.stdout() + child.stderr();
}

function write(path: string, seconds: number): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
  utimesSync(path, seconds, seconds);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A built program has its reading program beside it',
    file: 'src/adapters/reading/run-reading-program.ts',
    replace: "basename(import.meta.filename).endsWith('.js') ? import.meta.filename : null",
    by: "basename(import.meta.filename) === '' ? import.meta.filename : null",
  },
  {
    rule: 'A built program that is older than a source does not run',
    file: 'bin/choose-program.js',
    replace: 'builtAt === undefined || isOlder(builtAt, root)',
    by: 'builtAt === undefined',
  },
  {
    rule: 'A page that is newer than the built program does not keep it from running',
    file: 'bin/choose-program.js',
    replace: "['launcher', 'sdk', 'web']",
    by: "['launcher', 'sdk']",
  },
  {
    rule: 'A built program that is older than the words of a language does not run',
    file: 'bin/choose-program.js',
    replace: " || holdsNewer(builtAt, join(root, 'locales'))",
    by: '',
  },
  {
    rule: "The built program takes Node's HTTP as it is",
    file: 'scripts/building/bundle-program.ts',
    replace: 'plugins: [keepAddresses(folder), takeHttpAsItIs()]',
    by: 'plugins: [keepAddresses(folder)]',
  },
  {
    rule: 'Stacks of the built program name the sources',
    file: 'bin/name-sources.js',
    replace: 'known.get(name) ?? name',
    by: 'name',
  },
  {
    rule: 'The built program finds its files where it was copied to',
    file: 'scripts/building/bundle-program.ts',
    replace: 'JSON.stringify(relative(folder, path))',
    by: 'JSON.stringify(new URL(path, import.meta.url))',
  },
];
