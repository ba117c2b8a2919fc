import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ErrorCode } from '#contract/errors.ts';
import type { Break } from '#test/break.ts';
import { type Answered, problemOf, readAnswer } from '#test/reading/answered.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

const nobody = { headers: { authorization: '' } };

describe('Paths and methods below /v1', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await shareApi();
    partner = await api.partner();
  });

  const ask = async (method: string, path: string, options = {}): Promise<Answered> =>
    readAnswer(await partner.request(method, path, undefined, options));

  for (const path of ['/nothing', '/stream/', '/STREAM', '/stream/x', '/conversations/a/b', '/', '']) {
    test(`${path === '' ? 'the prefix itself' : path} is unknown: 401 without a key, 404 with one`, async () => {
      problemOf(await ask('GET', path, nobody), 'missing_api_key');
      problemOf(await ask('GET', path), 'not_found');
    });
  }

  for (const [method, path, allow] of [
    ['GET', '/stream', 'POST'],
    ['PUT', '/stream', 'POST'],
    ['OPTIONS', '/stream', 'POST'],
    ['POST', '/usage', 'GET'],
    ['POST', '/providers', 'GET'],
    ['PUT', '/conversations/x', 'GET, PATCH, DELETE'],
    ['GET', '/jobs/x/cancel', 'POST'],
  ] as const) {
    test(`${method} ${path} is another method than ${allow}: 401 without a key, 405 with one`, async () => {
      problemOf(await ask(method, path, nobody), 'missing_api_key');
      const answer = await ask(method, path);
      problemOf(answer, 'method_not_allowed');
      assert.equal(answer.headers.get('allow'), allow);
    });
  }

  test('HEAD is answered without a body: 405 on a route, 404 elsewhere, 401 without a key', async () => {
    for (const [path, status] of [
      ['/stream', 405],
      ['/nothing', 404],
    ] as const) {
      const { status: told, text } = await ask('HEAD', path);
      assert.deepEqual([told, text], [status, '']);
      assert.equal((await ask('HEAD', path, nobody)).status, 401);
    }
  });

  const keys: Readonly<Record<string, readonly [string, ErrorCode]>> = {
    'no scheme': ['parley_sk_x', 'missing_api_key'],
    'another scheme': ['Basic eDp5', 'missing_api_key'],
    'nothing behind the scheme': ['Bearer', 'missing_api_key'],
    'two keys': ['Bearer a b', 'missing_api_key'],
    'a key of another shape': ['Bearer sk-123', 'invalid_api_key'],
    'a key with a wrong checksum': [`Bearer parley_sk_${'a'.repeat(30)}`, 'invalid_api_key'],
    'a very long key': [`Bearer ${'a'.repeat(8_000)}`, 'invalid_api_key'],
  };
  for (const [name, [authorization, code]] of Object.entries(keys)) {
    test(`${name} is refused with ${code} on every route, before anything else`, async () => {
      const options = { headers: { authorization } };
      const answers = [
        await partner.post('/stream', 'no json', options),
        await partner.post('/jobs?x=1', {}, options),
        await ask('GET', '/usage', options),
        await ask('GET', '/health', options),
        await ask('GET', '/nothing', options),
      ];
      for (const answer of answers) problemOf(answer, code);
    });
  }

  test('the scheme may be written in any case', async () => {
    const answer = await partner.send({}, { headers: { authorization: `bearer ${partner.key}` } });
    assert.equal(answer.status, 200);
  });

  test('a key of a query, a cookie or another header is none', async () => {
    const headers = { authorization: '', cookie: `api_key=${partner.key}`, 'x-api-key': partner.key };
    problemOf(await ask('GET', `/usage?api_key=${partner.key}`, { headers }), 'missing_api_key');
  });

  test('keys that differ only in the last character are distinguished', async () => {
    const last = partner.key.at(-1) === 'A' ? 'B' : 'A';
    const headers = { authorization: `Bearer ${partner.key.slice(0, -1)}${last}` };
    problemOf(await ask('GET', '/usage', { headers }), 'invalid_api_key');
  });

  test('liveness needs no key and refuses a bad one', async () => {
    const response = await fetch(`${api.urlOf()}/health`);
    assert.equal(response.status, 200);
    assert.match(await response.text(), /^\{"ok":true,"status":"pass","version":"[^"]+"\}$/);
    problemOf(await ask('GET', '/health', { headers: { authorization: 'Bearer x' } }), 'invalid_api_key');
  });

  test('every answer carries a request id of its own, whatever the request says', async () => {
    const headers = { 'x-request-id': 'mine' };
    const ids = [
      (await partner.send({}, { headers })).headers.get('x-request-id'),
      (await ask('GET', '/usage?external_user_id=u', { headers })).headers.get('x-request-id'),
      (await ask('GET', '/nothing', { headers })).headers.get('x-request-id'),
    ];
    assert.equal(new Set(ids).size, 3);
    for (const id of ids) assert.match(id ?? '', /^[0-9a-f-]{36}$/);
  });

  test('an unknown path is unknown whatever its body is: 401 without a key, 404 with one', async () => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['x', 'text/plain'],
      ['x'.repeat(600_000), 'application/json'],
    ] as const) {
      const headers = { 'content-type': type };
      problemOf(await partner.post('/nothing', body, { headers }), 'not_found');
      const withoutKey = { headers: { ...headers, authorization: '' } };
      problemOf(await partner.post('/nothing', body, withoutKey), 'missing_api_key');
    }
  });

  for (const path of ['/', '/docs/']) {
    test(`${path} leads to /docs, without a key`, async () => {
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(new URL(path, api.urlOf()), { method, redirect: 'manual' });
        assert.ok([302, 308].includes(response.status), String(response.status));
        assert.equal(response.headers.get('location'), '/docs');
      }
    });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'An unknown path is refused before its body is read',
    file: 'src/http/pages/not-found.ts',
    replace: "app.addHook('preParsing', async",
    by: "app.addHook('preHandler', async",
  },
  {
    rule: 'Every answer has a request id of its own',
    file: 'src/http/server/server.ts',
    replace: `void reply.header('x-request-id', request.id).headers(everyAnswer);
    const refusal`,
    by: `void reply.headers(everyAnswer);
    const refusal`,
  },
  {
    rule: 'The request id is made here, unless a trusted proxy has made one',
    file: 'src/http/server/exchanges.ts',
    replace: "this.#isByProxy(request) ? request.headers['x-request-id'] : null;",
    by: "request.headers['x-request-id'];",
  },
  {
    rule: 'Every 401 says that it wants a Bearer',
    file: 'src/http/server/problem.ts',
    replace: "...(error.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),",
    by: '',
  },
];
