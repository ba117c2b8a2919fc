import type { SourceFile } from './source-files.ts';

interface UnwantedText {
  readonly pattern: RegExp;
  readonly reason: string;
  /** Which files the rule is about; all of them when absent. */
  readonly paths?: RegExp;
}

// The patterns are written so that none of them matches its own source text.
const rules: readonly UnwantedText[] = [
  {
    pattern: /(?<![\w.~-])\/(?:root|work|tmp)\/\w/,
    reason: 'a path of one machine: use a relative path or os.tmpdir()',
  },
  {
    pattern: /\b(?:TO|FIX)(?:DO|ME)\b/,
    reason: 'an open end: do it, or say in the documentation that it is not there',
  },
  {
    pattern: /\.(?:only|skip|todo)\(|\b(?:skip|todo|only): *(?:true\b|['"`])/,
    reason: 'a test that does not run, or that keeps the others from running',
    paths: /^(?:test|src|scripts|bench)\/.*\.tsx?$/,
  },
  {
    pattern: /"resolved": "(?!https:\/\/registry\.npmjs\.org\/)/,
    reason: 'the lock file names a registry: remove it with npm --omit-lockfile-registry-resolved',
    paths: /^package-lock\.json$/,
  },
  {
    pattern: /^\s*(?:registry|.*:_auth\w*)\s*=/,
    reason: 'a registry or its credentials belong in the machine, not in the repository',
    paths: /(?:^|\/)\.npmrc$/,
  },
];

export function findUnwantedText(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const applicable = rules.filter(({ paths }) => paths === undefined || paths.test(path));
    return text.split('\n').flatMap((line, index) => {
      const rule = applicable.find(({ pattern }) => pattern.test(line));
      return rule === undefined ? [] : [`${path}:${index + 1} ${rule.reason}`];
    });
  });
}
