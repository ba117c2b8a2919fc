import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { Cookies } from '#http/session/cookies.ts';
import type { Break } from '#test/break.ts';

/** The headers of a reply that sets one cookie and clears another. */
async function linesFor(publicOrigin: string): Promise<unknown> {
  const cookies = new Cookies(publicOrigin);
  await using app = fastify();
  app.get('/', async (_request, reply) => {
    cookies.set(reply, 'session', 'token', 43_200);
    cookies.clear(reply, 'state');
    return reply.send();
  });
  return (await app.inject('/')).headers['set-cookie'];
}

test('over https cookies are bound to their host by name, and secure', async () => {
  assert.deepEqual(await linesFor('https://chat.example.com'), [
    '__Host-parley_session=token; Path=/; Max-Age=43200; Secure; HttpOnly; SameSite=Lax',
    '__Host-parley_state=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax',
  ]);
});

test('over plain http, which is for localhost, they have neither', async () => {
  assert.deepEqual(await linesFor('http://localhost:8080'), [
    'parley_session=token; Path=/; Max-Age=43200; HttpOnly; SameSite=Lax',
    'parley_state=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  ]);
});

test('a cookie that is sent twice, under another name or empty is none', async () => {
  const cookies = new Cookies('https://chat.example.com');
  await using app = fastify();
  app.get('/', async (request) => ({ session: cookies.read(request, 'session') }));
  const read = async (cookie: string) => (await app.inject({ url: '/', headers: { cookie } })).json().session;
  assert.equal(await read('a=b; __Host-parley_session=token'), 'token');
  assert.equal(await read('__Host-parley_session=one; __Host-parley_session=two'), null);
  assert.equal(await read('parley_session=token'), null);
  assert.equal(await read('x__Host-parley_session=token'), null);
  assert.equal(await read('__Host-parley_session='), null);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A cookie that came twice is none',
    file: 'src/http/session/cookies.ts',
    replace: "return found.length === 1 && value !== '' ? value : null;",
    by: "return value !== '' ? value : null;",
  },
  {
    rule: 'Cookies are out of reach of scripts',
    file: 'src/http/session/cookies.ts',
    replace: "[...parts, 'HttpOnly', `SameSite=${sameSite}`]",
    by: '[...parts, `SameSite=${sameSite}`]',
  },
  {
    rule: 'Cookies do not come along with what other sites send',
    file: 'src/http/session/cookies.ts',
    replace: "[...parts, 'HttpOnly', `SameSite=${sameSite}`]",
    by: "[...parts, 'HttpOnly']",
  },
  {
    rule: 'Over https cookies are for one host only',
    file: 'src/http/session/cookies.ts',
    replace: "this.#isSecure ? '__Host-' : ''",
    by: "this.#isSecure ? '' : ''",
  },
];
