import type { Break } from '../../break.ts';

const links = ['test/web/safe-link.test.ts'];
const sheets = ['test/web/csv.test.ts'];
const markdown = ['test/web/markdown.test.ts'];
const safeLink = 'src/web/shared/markdown/safe-link.ts';
const csv = 'src/web/shared/csv.ts';

export const shownSafelyBreaks: readonly Break[] = [
  {
    rule: 'An address with a user name is no link',
    file: safeLink,
    replace: "url.username === '' && ",
    by: '',
    tests: links,
  },
  {
    rule: 'An address with a password is no link',
    file: safeLink,
    replace: " && url.password === ''",
    by: '',
    tests: links,
  },
  {
    rule: 'Only addresses of the web and of mailboxes are links',
    file: safeLink,
    replace: "'mailto:'];",
    by: "'mailto:', 'ftp:'];",
    tests: links,
  },
  {
    rule: 'A link leads to what the browser makes of the address',
    file: safeLink,
    replace: '? url.href : null',
    by: '? href : null',
    tests: links,
  },
  {
    rule: 'An address has an end',
    file: safeLink,
    replace: 'href.length > maxLength || ',
    by: '',
    tests: links,
  },
  {
    rule: 'An image is named by its host alone',
    file: safeLink,
    replace: 'new URL(href).host || null',
    by: 'new URL(href).href || null',
    tests: links,
  },
  {
    rule: 'A cell that begins with a minus is no formula',
    file: csv,
    replace: '[=+\\-@',
    by: '[=+@',
    tests: sheets,
  },
  {
    rule: 'A cell that begins with a carriage return is no formula',
    file: csv,
    replace: '@\\t\\r]/.test(value)',
    by: '@\\t]/.test(value)',
    tests: sheets,
  },
  {
    rule: 'A negative number stays a number',
    file: csv,
    replace: "typeof value === 'string' && ",
    by: '',
    tests: sheets,
  },
  {
    rule: 'Quotes in a cell are doubled',
    file: csv,
    replace: "plain.replaceAll('\"', '\"\"')",
    by: 'plain',
    tests: sheets,
  },
  {
    rule: "No sign in an image's label reorders its host",
    file: 'src/web/shared/markdown/build-inline.ts',
    replace: 'isolate(label)',
    by: 'label',
    tests: markdown,
  },
  {
    rule: 'A logo that is opened as a page runs nothing',
    file: 'src/http/server/security-headers.ts',
    replace: "frame-ancestors 'none'; sandbox\"",
    by: "frame-ancestors 'none'\"",
    tests: ['test/flows/hosted/brand.test.ts'],
  },
  {
    rule: 'No refusal is cached',
    file: 'src/http/server/problem.ts',
    replace: "'cache-control': 'no-store',",
    by: '',
    tests: ['test/http/documented-refusals.test.ts'],
  },
  {
    rule: 'No refusal of what is not readable as HTTP is cached',
    file: 'src/http/server/unreadable.ts',
    replace: 'cache-control: no-store\\r\\n',
    by: '',
    tests: ['test/http/slow-request.test.ts'],
  },
];
