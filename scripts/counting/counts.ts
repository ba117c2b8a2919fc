import { findArrows } from '../checks/arrows.ts';
import { findImports, readImportMap } from '../checks/imports.ts';
import type { SourceFile } from '../checks/source-files.ts';
import { countLeastBack } from './least-back.ts';

/** Name of a figure → the figure, in the order in which they are printed. */
export type Counts = ReadonlyMap<string, number>;

/** Files of a language, wherever a revision has them; English is the only one whose strings are counted. */
const ofLanguage = /\/(?:ar|de|en|es|fr|it|ja|pt|zh)(?:\/|\.ts$)/;
const inEnglish = /\/en(?:\/|\.ts$)/;

/** A call whose caller says what its answer is. A parameter of the caller's own, `<T>`, says nothing. */
const assertedAnswer = /\b(?:readJson|useRead|useList|api\.(?:read|send))<(?![A-Z]\b)/g;

/** The layers, and the folders of them that are large enough to be read as one. */
const layers = [
  ...[
    'contract',
    'core',
    'adapters',
    'adapters/postgres',
    'app',
    'http',
    'sdk',
    'web',
    'web/account',
    'web/administration',
  ],
  ...['web/chat', 'web/console', 'web/shared'],
];

export function countSource(files: readonly SourceFile[]): Counts {
  const source = files.filter(({ path }) => path.startsWith('src/') && !ofLanguage.test(path));
  const pages = source.filter(({ path }) => path.startsWith('src/web/'));
  const breaks = files.filter(({ path }) => path.startsWith('test/mutants/breaks/'));
  return new Map([
    ['files of src without the languages', source.length],
    ['lines of them', sum(source, ({ text }) => text.split('\n').length - 1)],
    [
      'files of src that name retention_days',
      source.filter(({ text }) => /\bretention_days\b/.test(text)).length,
    ],
    ['answers whose type a page asserts', sum(pages, ({ text }) => text.match(assertedAnswer)?.length ?? 0)],
    ['files of breaks outside of the tests', breaks.length],
    ...countArrows(files),
    ['public strings', publicStrings(files).size],
  ]);
}

function countArrows(files: readonly SourceFile[]): readonly (readonly [string, number])[] {
  const map = readImportMap(files.find(({ path }) => path === 'package.json')?.text ?? '{}');
  const code = files.filter(({ path }) => /^src\/.*\.tsx?$/.test(path));
  const imports = code.flatMap((file) => findImports(file, map));
  return layers.map((layer) => {
    const arrows = findArrows(`src/${layer}`, imports);
    return [
      `arrows back in ${layer}`,
      countLeastBack(new Set(arrows.map(({ from, to }) => `${from} > ${to}`))),
    ];
  });
}

/**
 * What callers and readers are told: the strings with a space in the contract, in the description of the API, in the
 * words of errors and in the English catalogues. Comments are none.
 */
export function publicStrings(files: readonly SourceFile[]): ReadonlySet<string> {
  const told = files.filter(({ path }) =>
    /^src\/(?:contract|http\/openapi)\/|^src\/core\/errors\.ts$/.test(path)
      ? !ofLanguage.test(path) || inEnglish.test(path)
      : /^(?:src|locales)\//.test(path) && inEnglish.test(path),
  );
  return new Set(told.flatMap(({ text }) => stringsIn(text)));
}

function stringsIn(text: string): readonly string[] {
  const code = text.replaceAll(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)$/gm, '');
  return (code.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [])
    .map((literal) => literal.slice(1, -1))
    .filter((string) => /\S\s+\S/.test(string));
}

function sum(files: readonly SourceFile[], countOf: (file: SourceFile) => number): number {
  return files.reduce((total, file) => total + countOf(file), 0);
}
