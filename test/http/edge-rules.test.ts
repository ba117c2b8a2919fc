import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { readQuery } from '#http/routing/query.ts';
import { Hosts } from '#http/server/hosts.ts';
import { embedHeaders, pageHeaders } from '#http/server/security-headers.ts';
import type { Break } from '#test/break.ts';

test('a tenant is one label below the public host, and nothing below that', () => {
  const hosts = new Hosts('https://chat.example.com');
  assert.deepEqual(hosts.classify('acme.chat.example.com'), { kind: 'tenant', slug: 'acme' });
  for (const host of [
    'a.acme.chat.example.com',
    'acme..chat.example.com',
    'acmechat.example.com',
    'example.com',
  ]) {
    assert.deepEqual(hosts.classify(host), { kind: 'unknown' }, host);
  }
});

test('an address has no hosts below it, and a name has', () => {
  const hasNames = (origin: string) => new Hosts(origin).hasNames;
  assert.deepEqual(['http://127.0.0.1:8080', 'http://[::1]:8080'].map(hasNames), [false, false]);
  assert.deepEqual(['http://localhost:8080', 'https://chat.example.com'].map(hasNames), [true, true]);
});

test('a number in a query is written in digits; everything else stays the text that it is', () => {
  const schema = Type.Object({ limit: Type.Integer() });
  assert.deepEqual(readQuery('/x?limit=20', schema, false), { limit: 20 });
  for (const text of ['', '0x10', '1e1', '1.0', 'Infinity', '9'.repeat(16)]) {
    assert.deepEqual(readQuery(`/x?limit=${text}`, schema, false), { limit: text });
  }
});

test('pages run scripts, load images and connect at their own origin only', () => {
  for (const headers of [pageHeaders(), embedHeaders(['https://partner.example'])]) {
    const policy = headers['content-security-policy']?.split('; ') ?? [];
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "base-uri 'none'",
    ]) {
      assert.ok(policy.includes(directive), `${directive} in ${policy.join('; ')}`);
    }
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'Nothing in a query is taken for a number that is none',
    file: 'src/http/routing/query.ts',
    replace: 'isInteger(property) && /^-?\\d{1,15}$/.test(value) ? Number(value) : value;',
    by: 'isInteger(property) ? Number(value) : value;',
  },
  {
    rule: 'Pages run scripts of our own origin only',
    file: 'src/http/server/security-headers.ts',
    replace: '"script-src \'self\'",',
    by: "\"script-src 'self' 'unsafe-inline'\",",
  },
  {
    rule: 'Pages load no image of another origin',
    file: 'src/http/server/security-headers.ts',
    replace: '"img-src \'self\' data:",',
    by: '"img-src * data:",',
  },
  {
    rule: 'A tenant is one label below the public host, and nothing below that',
    file: 'src/http/server/hosts.ts',
    replace: '/^[a-z0-9-]+$/.test(label) ?',
    by: "label !== '' ?",
  },
];
