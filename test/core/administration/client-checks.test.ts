import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkClientSlug,
  checkModel,
  checkOrigins,
  checkProviders,
  checkUserHeader,
} from '#core/administration/client-checks.ts';
import { ParleyError } from '#core/errors.ts';
import type { Break } from '#test/break.ts';

const known = new Set(['openai', 'local']);

function refusedAt(pointer: string) {
  return (error: unknown) =>
    error instanceof ParleyError && error.status === 422 && error.fields[0]?.pointer === pointer;
}

test('a slug is a host label of 2 to 40 characters', () => {
  for (const slug of ['ab', 'a-b', '42', 'a'.repeat(40)]) assert.equal(checkClientSlug(slug), slug);
  for (const slug of ['', 'a', 'a'.repeat(41), '-ab', 'ab-', 'Ab', 'a_b', 'a.b', 'ä-b', 'ab\n']) {
    assert.throws(() => checkClientSlug(slug), refusedAt('/slug'), slug);
  }
});

test('the names of our own hosts are no slugs', () => {
  for (const slug of ['login', 'console', 'api', 'www', 'admin', 'status']) {
    assert.throws(() => checkClientSlug(slug), refusedAt('/slug'));
  }
});

test('a header that says nothing about the end user cannot name one', () => {
  for (const header of ['X-Chat-User', 'x-forwarded-user', 'x-openwebui-user-id']) {
    assert.equal(checkUserHeader(header), header.toLowerCase());
  }
  const hopByHop = ['connection', 'keep-alive', 'te', 'Transfer-Encoding', 'upgrade'];
  const negotiated = ['accept', 'accept-language', 'content-type', 'user-agent', 'sec-fetch-site'];
  const named = [
    'x-forwarded-for',
    'forwarded',
    'origin',
    'traceparent',
    'x-request-id',
    'x-conversation-id',
  ];
  for (const header of [...hopByHop, ...negotiated, ...named, 'x-stainless-lang']) {
    assert.throws(() => checkUserHeader(header), refusedAt('/openai_user_header'), header);
  }
});

test('origins are kept as browsers write them, each once', () => {
  assert.deepEqual(
    checkOrigins(['https://Www.Example.com:443/', 'https://www.example.com', 'http://localhost:3000']),
    ['https://www.example.com', 'http://localhost:3000'],
  );
});

test('what is more or less than a safe origin is refused where it stands', () => {
  const wrong = [
    'example.com',
    'https://example.com/path',
    'https://example.com/?a',
    'https://user@example.com',
    'http://example.com',
    'https://*.example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    "https://example.com;script-src'",
    '*',
    '',
  ];
  for (const origin of wrong) {
    assert.throws(() => checkOrigins(['https://a.example', origin]), refusedAt('/origins/1'), origin);
  }
});

test('a model names a configured provider', () => {
  assert.equal(checkModel('local/org/model', '/model', known), 'local/org/model');
  assert.equal(checkModel(null, '/model', known), null);
  for (const model of ['model', 'nobody/model', 'local/', '/model', 'local/a b']) {
    assert.throws(() => checkModel(model, '/model', known), refusedAt('/model'), model);
  }
});

test('providers are configured ones, each once; null allows all', () => {
  assert.deepEqual(checkProviders(['local', 'openai', 'local'], known), ['local', 'openai']);
  assert.equal(checkProviders(null, known), null);
  assert.throws(() => checkProviders(['openai', 'nobody'], known), refusedAt('/providers/1'));
});

export const breaks: readonly Break[] = [
  {
    rule: 'A header that says nothing about the end user cannot name one',
    file: 'src/core/administration/client-checks.ts',
    replace: 'if (taken.has(name) || takenPrefix.test(name)) {',
    by: "if (name === 'cookie') {",
  },
];
