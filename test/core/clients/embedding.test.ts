import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { checkTokenEndpoint } from '#core/administration/tenant/check-token-endpoint.ts';
import { checkEmbedding } from '#core/clients/embedding.ts';
import type { AttemptOutcome } from '#core/webhooks/decide-attempt.ts';
import type { Break } from '#test/break.ts';

const tenantUrl = 'https://acme.chat.example';

/** Whether script and frame are allowed by a page's policy. */
function through(policy: string, url = tenantUrl): readonly boolean[] {
  const check = { page_url: 'https://www.example.com/help', content_security_policy: policy };
  return checkEmbedding(url, ['https://www.example.com'], check)
    .filter(({ code }) => code === 'script' || code === 'frame')
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

test('the token endpoint needs connect-src of the page itself', () => {
  const connect = (content_security_policy: string) =>
    checkEmbedding(tenantUrl, [], { page_url: 'https://www.example.com/x', content_security_policy }).find(
      ({ code }) => code === 'connect',
    )?.ok;
  assert.equal(connect("connect-src 'self'"), true);
  assert.equal(connect('connect-src https://www.example.com'), true);
  assert.equal(connect(`connect-src ${tenantUrl}`), false);
  assert.equal(connect("default-src 'none'; script-src *"), false);
  assert.equal(connect("script-src 'self'"), undefined);
});

test('a token endpoint is judged by what it answers to a visitor without a session', async () => {
  const answers: readonly (readonly [Partial<AttemptOutcome>, boolean, RegExp])[] = [
    [{ status: 401 }, true, /as it should/],
    [{ status: 200, reply: '{"token":"eyJ"}' }, true, /Make sure that/],
    [{ status: 200, reply: '{"token": null}' }, true, /as it should/],
    [{ status: 200, reply: ' <!doctype html>' }, false, /with a page/],
    [{ status: 200, reply: '{}' }, false, /something else/],
    [{ status: 302 }, false, /redirects/],
    [{ status: 404 }, false, /no such route/],
    [{ status: 405 }, false, /must accept POST/],
    [{ status: 422 }, false, /JSON body/],
    [{ status: 502 }, false, /log of your server/],
  ];
  for (const [outcome, ok, words] of answers) {
    const sent: string[] = [];
    const finding = await checkTokenEndpoint(
      async ({ url, body }) => {
        sent.push(url, body);
        return { status: null, error: null, errorCode: null, reply: '', retryAfterSeconds: null, ...outcome };
      },
      'https://www.example.com/help',
      '/api/chat-token',
    );
    assert.deepEqual([finding.ok, finding.untried, finding.code], [ok, undefined, 'token'], finding.detail);
    assert.match(finding.detail, words);
    assert.deepEqual(sent, ['https://www.example.com/api/chat-token', '{"reason":"boot"}']);
  }
});

test('no address but one of the page is tried, and what cannot be tried is said with a command', async () => {
  const never = () => Promise.reject(new Error('It was sent'));
  for (const endpoint of [
    'https://other.example/token',
    'http://www.example.com/token',
    '//169.254.169.254/',
  ])
    assert.equal((await checkTokenEndpoint(never, 'https://www.example.com/', endpoint)).ok, false, endpoint);
  assert.equal((await checkTokenEndpoint(never, 'file:///page', 'file:///token')).ok, false);
  const why = { error: 'x', errorCode: 'timeout' };
  const blocked = async () => ({ status: null, ...why, reply: '', retryAfterSeconds: null });
  const endpoint = "/token'$(date)`date`?a=1&b=[1-3]";
  const { untried, detail } = await checkTokenEndpoint(blocked, 'https://www.example.com/', endpoint);
  assert.equal(untried, true);
  const [, command = ''] = /: curl (.*)$/.exec(detail) ?? [];
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' }).split('\n');
  assert.deepEqual(words, [
    ...['-g', '-i', '-X', 'POST', '-H', 'content-type: application/json', '-d', '{"reason":"boot"}'],
    new URL(endpoint, 'https://www.example.com/').href,
    '',
  ]);
});

export const breaks: readonly Break[] = [
  {
    rule: "The check of a token endpoint sends to the page's own origin only",
    file: 'src/core/administration/tenant/check-token-endpoint.ts',
    replace: 'url.origin !== page?.origin',
    by: 'page === null',
  },
  {
    rule: 'The check of a token endpoint sends to web addresses only',
    file: 'src/core/administration/tenant/check-token-endpoint.ts',
    replace: '!isWeb(url) || ',
    by: '',
  },
  {
    rule: 'The advised command may be pasted into a shell whatever the address is',
    file: 'src/core/administration/tenant/check-token-endpoint.ts',
    replace: 'quoted(url)}',
    by: 'url}',
  },
];
