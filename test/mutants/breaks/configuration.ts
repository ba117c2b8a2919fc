import type { Break } from '../break.ts';

const tests = ['test/config.test.ts'];
const values = ['test/config-values.test.ts'];
const parsers = 'src/config/parsers.ts';

export const configurationBreaks: readonly Break[] = [
  {
    rule: 'Plain http is for localhost only',
    file: parsers,
    replace: "if (url.protocol === 'http:' && !isLoopback(url.hostname)) {",
    by: 'if (false) {',
    tests,
  },
  {
    rule: 'The public URL is an origin and nothing more',
    file: parsers,
    replace: "if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {",
    by: "if (url.search !== '' || url.hash !== '') {",
    tests,
  },
  {
    rule: 'The public URL names no user',
    file: parsers,
    replace:
      "if (url.username !== '' || url.password !== '')\n    throw new ConfigProblem('must not contain a user or a password');",
    by: '',
    tests,
  },
  {
    rule: 'The master secret has at least 32 characters',
    file: parsers,
    replace: 'if (text.length < 32) throw',
    by: 'if (text.length < 16) throw',
    tests,
  },
  {
    rule: 'A number of the configuration is a whole one within its bounds',
    file: parsers,
    replace: 'if (/^\\d+$/.test(text) && number >= least && number <= most) return number;',
    by: 'if (number >= least && number <= most) return number;',
    tests: values,
  },
  {
    rule: 'A network of the configuration has a prefix that can be',
    file: parsers,
    replace: 'Number(prefix) > (family === 4 ? 32 : 128)) return false;',
    by: 'Number(prefix) > 128) return false;',
    tests: values,
  },
  {
    rule: 'An unknown role is a mistake',
    file: parsers,
    replace: 'if (unknown.length > 0)\n    throw new ConfigProblem(`must name',
    by: 'if (unknown.length > 9)\n    throw new ConfigProblem(`must name',
    tests,
  },
  {
    rule: 'DATABASE_URL needs a PARLEY_SECRET',
    file: 'src/config.ts',
    replace: 'if (isSet(variables.databaseUrl) && !isSet(variables.secret)) {',
    by: 'if (false) {',
    tests,
  },
  {
    rule: 'The default model belongs to a provider that is configured',
    file: 'src/config.ts',
    replace: 'if (defaultModel !== null && !knowsProvider(providers, defaultModel.provider)) {',
    by: 'if (false) {',
    tests,
  },
  {
    rule: 'A secret of the configuration never prints itself',
    file: 'src/config/secret.ts',
    replace: '  toJSON(): string {\n    return hidden;',
    by: '  toJSON(): string {\n    return this.#text;',
    tests,
  },
  {
    rule: 'The configuration cannot be changed after it was read',
    file: 'src/config.ts',
    replace: 'return Object.freeze(value);',
    by: 'return value;',
    tests,
  },
  {
    rule: 'A variable that has no effect is named',
    file: 'src/config/unknown-variables.ts',
    replace: '.filter((name) => name.startsWith(prefix) && !names.has(name))',
    by: ".filter((name) => name.startsWith('-') && !names.has(name))",
    tests: ['test/config-unknown-variables.test.ts', 'test/cli/backup.test.ts'],
  },
];
