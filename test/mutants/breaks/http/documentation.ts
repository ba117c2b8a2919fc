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
];
