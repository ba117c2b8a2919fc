import type { Break } from '../../break.ts';

const requests = ['test/flows/requests/bad-input.test.ts'];
const scan = ['test/http/routing/repeated-name.test.ts'];

export const repeatedNameBreaks: readonly Break[] = [
  {
    rule: 'A name that is twice in an object of a body is refused',
    file: 'src/http/routing/json-body.ts',
    replace: 'if (repeated !== null) throw',
    by: "if (repeated === '') throw",
    tests: requests,
  },
  {
    rule: 'A repeated name is found however it is escaped',
    file: 'src/http/routing/repeated-name.ts',
    replace: "return quoted.includes('\\\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);",
    by: 'return quoted.slice(1, -1);',
    tests: scan,
  },
  {
    rule: 'Names of different objects are not compared',
    file: 'src/http/routing/repeated-name.ts',
    replace: 'this.#names.length = start;',
    by: '',
    tests: scan,
  },
  {
    rule: 'The names of large objects are compared too',
    file: 'src/http/routing/repeated-name.ts',
    replace: 'this.#sets.get(start)?.add(name);',
    by: '',
    tests: scan,
  },
  {
    rule: 'Names are looked for in one pass',
    file: 'src/http/routing/repeated-name.ts',
    replace: 'const fewNames = 16;',
    by: 'const fewNames = 1_000_000;',
    tests: scan,
  },
];
