import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { hostOf, safeLink } from '../../src/web/shared/markdown/safe-link.ts';

test('an address of the web or of a mailbox is a link to what the browser makes of it', () => {
  for (const [href, target] of [
    ['https://example.com', 'https://example.com/'],
    ['HTTP://EXAMPLE.com:80/a b', 'http://example.com/a%20b'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['https://example.com/a@b?c=d@e#f@g', 'https://example.com/a@b?c=d@e#f@g'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ] as const) {
    assert.equal(safeLink(href), target, href);
  }
});

test('a user name in an address hides where it leads, so that it is no link', () => {
  for (const href of [
    'https://bank.example@evil.example/',
    'https://bank.example:443@evil.example/',
    'https://:secret@evil.example/',
    'https:bank.example@evil.example',
    'http:\\\\bank.example@evil.example',
  ]) {
    assert.equal(safeLink(href), null, href);
  }
});

test('nothing else is a link', () => {
  for (const href of [
    'javascript:alert(1)',
    ' \tjava\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    'ftp://example.com/',
    'tel:+49123',
    '//example.com/',
    '/account',
    '#a',
    '',
    'https://',
  ]) {
    assert.equal(safeLink(href), null, href);
  }
});

test('an address may be 2048 characters long', () => {
  const long = `https://e.example/${'a'.repeat(2_030)}`;
  assert.equal(long.length, 2_048);
  assert.equal(safeLink(long), long);
  assert.equal(safeLink(`${long}a`), null);
});

test('an image is named by its host, without what hides it', () => {
  assert.equal(hostOf('https://bank.example@evil.example:8443/p.png'), 'evil.example:8443');
  for (const href of ['data:image/png;base64,AAAA', '/p.png', '']) assert.equal(hostOf(href), null, href);
});

export const breaks: readonly Break[] = [
  {
    rule: 'An address with a user name is no link',
    file: 'src/web/shared/markdown/safe-link.ts',
    replace: "url.username === '' && ",
    by: '',
  },
  {
    rule: 'An address with a password is no link',
    file: 'src/web/shared/markdown/safe-link.ts',
    replace: " && url.password === ''",
    by: '',
  },
  {
    rule: 'Only addresses of the web and of mailboxes are links',
    file: 'src/web/shared/markdown/safe-link.ts',
    replace: "'mailto:'];",
    by: "'mailto:', 'ftp:'];",
  },
  {
    rule: 'A link leads to what the browser makes of the address',
    file: 'src/web/shared/markdown/safe-link.ts',
    replace: '? url.href : null',
    by: '? href : null',
  },
  {
    rule: 'An address has an end',
    file: 'src/web/shared/markdown/safe-link.ts',
    replace: 'href.length > maxLength || ',
    by: '',
  },
  {
    rule: 'An image is named by its host alone',
    file: 'src/web/shared/markdown/safe-link.ts',
    replace: 'new URL(href).host || null',
    by: 'new URL(href).href || null',
  },
];
