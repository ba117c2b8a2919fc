import type { Break } from '../../break.ts';

const pages = ['test/http/documentation/pages.test.ts'];
const search = ['test/http/documentation/search-index.test.ts'];

export const documentationBreaks: readonly Break[] = [
  {
    rule: 'The documentation names the addresses of its installation',
    file: 'src/http/documentation/localize.ts',
    replace: 'localhost:8080\\b/g',
    by: 'localhost:8081\\b/g',
    tests: pages,
  },
  {
    rule: 'A page of the documentation that is not there is a page with a search',
    file: 'src/http/documentation/documentation-routes.ts',
    replace: 'reply.code(404)',
    by: 'reply.code(200)',
    tests: pages,
  },
  {
    rule: 'Browsers of any origin may read the description of the API',
    file: 'src/http/documentation/documentation-routes.ts',
    replace: "'access-control-allow-origin': '*',",
    by: '',
    tests: pages,
  },
  {
    rule: 'A page of the documentation takes no method but GET and HEAD, and says so',
    file: 'src/http/server/not-found.ts',
    replace: ".replace('\\\\*', '.+')",
    by: '',
    tests: pages,
  },
  {
    rule: 'A search finds an exact title first',
    file: 'src/http/documentation/search-index.ts',
    replace: 'points += 1_000;',
    by: 'points += 0;',
    tests: search,
  },
  {
    rule: 'A search finds only what has all words, where anything has',
    file: 'src/http/documentation/search-index.ts',
    replace: 'matched > 0 && matched === best',
    by: 'matched > 0',
    tests: search,
  },
  {
    rule: 'Markup in a guide is text',
    file: 'scripts/docs/render-guide.ts',
    replace: 'html: ({ text }) =>',
    by: 'html: ({ text }) => text ||',
    tests: ['test/docs/render-guide.test.ts'],
  },
  {
    rule: 'Every member in the description of the API says what it is',
    file: 'src/http/openapi/words/members.ts',
    replace: "  timezone: 'Always `UTC`.',\n",
    by: '',
    tests: ['test/http/openapi.test.ts'],
  },
  {
    rule: 'The description of the API keeps no words that describe nothing',
    file: 'src/http/openapi/words/members.ts',
    replace: "  timezone: 'Always `UTC`.',\n",
    by: "  timezone: 'Always `UTC`.',\n  time_zone: 'A name of a zone.',\n",
    tests: ['test/http/openapi.test.ts'],
  },
  {
    rule: 'A member with one value is described by that value',
    file: 'src/http/openapi/words/openai.ts',
    replace: "  'OpenAiModel.object': 'Always `model`.',\n",
    by: '',
    tests: ['test/http/openapi.test.ts'],
  },
  {
    rule: 'The reference lists the refusals of every operation, in either form',
    file: 'src/http/openapi/refusals.ts',
    replace: 'schema: describeSchema(OpenAiError), examples }',
    by: "schema: describeSchema(OpenAiError), example: examples['bad_request']?.value }",
    tests: pages,
  },
  {
    rule: 'Each coding of a page has a tag of its own',
    file: 'src/http/documentation/answer.ts',
    replace: "coding === null ? ''",
    by: "coding !== 'other' ? ''",
    tests: pages,
  },
  {
    rule: 'A reader without Brotli gets pages in gzip',
    file: 'src/http/documentation/answer.ts',
    replace: "accepts('gzip', accepted) ? 'gzip' : null",
    by: 'null',
    tests: pages,
  },
  {
    rule: 'A weak tag of a proxy names the same representation',
    file: 'src/http/server/if-none-match.ts',
    replace: ".replace(/^W\\//, '')",
    by: '',
    tests: pages,
  },
  {
    rule: 'A redirect to a page keeps the query',
    file: 'src/http/documentation/documentation-routes.ts',
    replace: 'query < 0 ? path : path + url.slice(query)',
    by: 'query < 0 ? path : path',
    tests: pages,
  },
  {
    rule: 'A program that asks for a page that is not there reads Markdown',
    file: 'src/http/documentation/documentation-routes.ts',
    replace: "if (path.endsWith('.md')) return sendLost(reply);",
    by: '',
    tests: pages,
  },
];
