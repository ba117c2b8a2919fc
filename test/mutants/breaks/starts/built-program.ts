import type { Break } from '../../break.ts';

const tests = ['test/main/built-program.test.ts'];

export const builtProgramBreaks: readonly Break[] = [
  {
    rule: 'A built program that is older than a source does not run',
    file: 'bin/choose-program.js',
    replace: 'builtAt === undefined || isOlder(builtAt, root)',
    by: 'builtAt === undefined',
    tests,
  },
  {
    rule: 'A page that is newer than the built program does not keep it from running',
    file: 'bin/choose-program.js',
    replace: "['launcher', 'sdk', 'web']",
    by: "['launcher', 'sdk']",
    tests,
  },
  {
    rule: "The built program takes Node's HTTP as it is",
    file: 'scripts/building/bundle-program.ts',
    replace: 'plugins: [keepAddresses(folder), takeHttpAsItIs()]',
    by: 'plugins: [keepAddresses(folder)]',
    tests,
  },
  {
    rule: 'Stacks of the built program name the sources',
    file: 'bin/name-sources.js',
    replace: 'known.get(name) ?? name',
    by: 'name',
    tests,
  },
  {
    rule: 'The built program finds its files where it was copied to',
    file: 'scripts/building/bundle-program.ts',
    replace: 'JSON.stringify(relative(folder, path))',
    by: 'JSON.stringify(new URL(path, import.meta.url))',
    tests,
  },
];
