import type { Break } from '../../break.ts';

const file = 'src/client/call.ts';
const calls = ['test/client/call.test.ts'];
const types = ['test/client/call-types.test.ts'];

/** Calls of operations, as pages make them. */
export const callBreaks: readonly Break[] = [
  {
    rule: 'What a path names is encoded',
    file,
    replace: 'encodeURIComponent(String(values.get(key)))',
    by: 'String(values.get(key))',
    tests: calls,
  },
  {
    rule: 'A query leaves out what is empty',
    file,
    replace: "text === '' ? [] :",
    by: "text === ' ' ? [] :",
    tests: calls,
  },
  {
    rule: 'The next page keeps the query of the first',
    file,
    replace: "address.includes('?') ? '&' : '?'",
    by: "address.includes('?') ? '?' : '&'",
    tests: calls,
  },
  {
    rule: 'A call without a parameter of its path does not compile',
    file,
    replace: 'readonly [N in ParamName<Path>]: string',
    by: 'readonly [N in ParamName<Path>]?: string',
    tests: types,
  },
  {
    rule: 'A member that a body does not have does not compile',
    file,
    replace: ': { readonly body: Static<',
    by: ': { readonly body: object } | { readonly body: Static<',
    tests: types,
  },
  {
    rule: 'The answer of a call is that of its row',
    file,
    replace: 'Answer extends TObject ? Static<Answer>',
    by: 'Answer extends TObject ? { readonly [name: string]: Static<Answer> }',
    tests: types,
  },
  {
    rule: 'The written routes are those of the rows',
    file: 'src/client/routes/console-routes.ts',
    replace: "getOverview: ['GET', '/overview'],",
    by: "getOverview: ['GET', '/overviews'],",
    tests: types,
  },
];
