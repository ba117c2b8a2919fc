import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkEmbedding } from '#core/clients/embedding.ts';

const tenantUrl = 'https://acme.chat.example';

/** Whether script and frame are allowed by a page's policy. */
function through(policy: string, url = tenantUrl): readonly boolean[] {
  const check = { page_url: 'https://www.example.com/help', content_security_policy: policy };
  return checkEmbedding(url, ['https://www.example.com'], check)
    .filter(({ code }) => code !== 'origin')
    .map(({ ok }) => ok);
}

test('an origin is compared as a whole', () => {
  const origins = ['https://www.example.com'];
  const isAllowed = (page_url: string) => checkEmbedding(tenantUrl, origins, { page_url })[0]?.ok;
  assert.equal(isAllowed('https://www.example.com/a/b?c'), true);
  for (const other of [
    'http://www.example.com',
    'https://example.com',
    'https://www.example.com:444',
    'x',
    'data:,',
  ]) {
    assert.equal(isAllowed(other), false, other);
  }
});

test('a policy is read as browsers read it', () => {
  assert.deepEqual(through("img-src 'self'"), [true, true]);
  assert.deepEqual(through("default-src 'self'"), [false, false]);
  assert.deepEqual(through(`default-src ${tenantUrl}`), [true, true]);
  assert.deepEqual(through("script-src *; frame-src 'none'"), [true, false]);
  assert.deepEqual(through('script-src https:; child-src https://*.chat.example'), [true, true]);
  assert.deepEqual(through('script-src http:; frame-src https://*.acme.chat.example'), [false, false]);
  assert.deepEqual(through('SCRIPT-SRC acme.chat.example; frame-src https://acme.chat.example:8443'), [
    true,
    false,
  ]);
  assert.deepEqual(through(`script-src 'none'; script-src ${tenantUrl}`), [false, true]);
  assert.deepEqual(through(`script-src-elem ${tenantUrl}; script-src 'none'`), [true, true]);
  assert.deepEqual(through('script-src http://acme.localhost:*', 'http://acme.localhost:8080'), [true, true]);
});

test('what is missing is said with the directive to change', () => {
  const check = { page_url: 'https://www.example.com', content_security_policy: "default-src 'self'" };
  const [, script, frame] = checkEmbedding(tenantUrl, [], check);
  assert.match(script?.detail ?? '', /add https:\/\/acme\.chat\.example to script-src/);
  assert.match(frame?.detail ?? '', /to frame-src/);
});
