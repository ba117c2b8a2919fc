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
