import type { Break } from '../../break.ts';

const check = 'src/core/administration/tenant/check-token-endpoint.ts';
const tests = ['test/core/clients/embedding.test.ts'];

export const embeddingBreaks: readonly Break[] = [
  {
    rule: "The check of a token endpoint sends to the page's own origin only",
    file: check,
    replace: 'url.origin !== page?.origin',
    by: 'page === null',
    tests,
  },
  {
    rule: 'The check of a token endpoint sends to web addresses only',
    file: check,
    replace: '!isWeb(url) || ',
    by: '',
    tests,
  },
  {
    rule: 'The advised command may be pasted into a shell whatever the address is',
    file: check,
    replace: 'quoted(url)}',
    by: 'url}',
    tests,
  },
];
