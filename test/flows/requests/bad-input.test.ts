import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ErrorCode } from '#contract/errors.ts';
import type { Break } from '#test/break.ts';
import { problemOf } from '#test/reading/answered.ts';
import { badBodies, json } from '#test/requests/bad-bodies.ts';
import { type Api, openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';

describe('Bad input', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await openApi();
    partner = await api.partner();
  });
  after(async () => {
    await partner.send();
    await api[Symbol.asyncDispose]();
  });

  async function refused(code: ErrorCode, send: () => ReturnType<Partner['post']>) {
    const before = await partner.traces();
    const problem = problemOf(await send(), code);
    assert.deepEqual(await partner.traces(), before);
    return problem;
  }

  for (const [name, [body, code, pointer]] of Object.entries(badBodies)) {
    test(`${name} is refused with ${code}, and nothing is stored`, async () => {
      const problem = await refused(code, () => partner.post('/stream', body));
      assert.ok(
        pointer === undefined || problem.errors?.some((error) => error.pointer === pointer),
        JSON.stringify(problem.errors),
      );
    });
  }

  test('the refusal of a prompt that is too long names the maximum', async () => {
    const problem = await refused('prompt_too_long', () => partner.send({ prompt: 'x'.repeat(32_001) }));
    assert.equal(problem['max_characters'], 32_000);
    assert.match(problem.detail, /32000/);
  });

  for (const type of [
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json; profile=x; charset=utf-16',
    'text/plain, application/json',
  ]) {
    test(`a body of the type "${type}" is not read`, async () => {
      await refused('unsupported_media_type', () =>
        partner.post('/stream', json({}), { headers: { 'content-type': type } }),
      );
    });
  }

  test('a packed body is not read', async () => {
    const headers = { 'content-encoding': 'gzip' };
    await refused('unsupported_media_type', () => partner.post('/stream', gzipSync(json({})), { headers }));
  });

  test('a body of application/json in UTF-8 is read however that is written', async () => {
    for (const type of [
      'application/json',
      'Application/JSON; profile="x"; charset=UTF-8; v=2',
      'application/json;charset="utf-8"',
    ]) {
      const { status } = await partner.post('/stream', json({}), { headers: { 'content-type': type } });
      assert.equal(status, 200, type);
    }
  });

  test('an empty body of application/json is absent where no body is required', async () => {
    const conversation = (await partner.send()).headers.get('x-conversation-id');
    const { job_uuid: job } = JSON.parse((await partner.post('/jobs', json({}))).text);
    for (const asked of [
      'PUT /blocked-users',
      'DELETE /blocked-users',
      `POST /jobs/${job}/cancel`,
      `DELETE /conversations/${conversation}`,
    ]) {
      const [method = '', path] = `${asked}?external_user_id=user-1`.split(' ');
      assert.equal((await partner.request(method, path ?? '', '')).status, 200, asked);
    }
    // What it gives back must not come while another test compares what was stored.
    await partner.finalJob(job);
  });

  for (const query of ['?x=1', '?external_user_id=user-1', '?__proto__=1', '?constructor=1', '?=']) {
    test(`the query ${query} is refused and named`, async () => {
      const problem = await refused('validation_error', () => partner.post(`/stream${query}`, json({})));
      assert.match(problem.errors?.[0]?.pointer ?? '', /^\?/);
    });
  }

  test('a query parameter may be sent once', async () => {
    const twice = 'external_user_id=a&external_user_id=b';
    const problem = await refused('validation_error', () => partner.get(`/usage?${twice}`));
    assert.equal(problem.errors?.[0]?.pointer, '?external_user_id');
  });

  for (const key of ['', 'ä', 'x'.repeat(256), 'a\tb']) {
    test(`the Idempotency-Key ${JSON.stringify(key.slice(0, 10))} (${key.length}) is refused`, async () => {
      await refused('validation_error', () => partner.send({}, { headers: { 'idempotency-key': key } }));
    });
  }

  test('null means absent for an optional field of every body, and rating alone gives it a meaning', async () => {
    const absent = { agent_slug: null, conversation_uuid: null, options: { priority: null } };
    const sent = await partner.send(absent);
    assert.equal(sent.status, 200, sent.text);
    const path = `/conversations/${sent.headers.get('x-conversation-id')}`;
    const user = { external_user_id: 'user-1' };
    const rated = await partner.post(`${path}/feedback`, {
      ...user,
      rating: 'up',
      message_uuid: null,
      comment: null,
    });
    assert.deepEqual(JSON.parse(rated.text).feedback, { rating: 'up', comment: null });
    const removed = await partner.post(`${path}/feedback`, { ...user, rating: null });
    assert.equal(JSON.parse(removed.text).feedback, null);
    problemOf(await partner.post(`${path}/feedback`, user), 'validation_error');
    const minted = await partner.post('/hosted-session', { ...user, ttl_seconds: null });
    assert.equal(JSON.parse(minted.text).ttl_seconds, 3_600);
    problemOf(await partner.send({ context: { external_user_id: null } }), 'external_user_id_required');
    problemOf(await partner.send({ extra: null }), 'validation_error');
  });

  test('every problem is named at its place', async () => {
    const body = { prompt: 1, options: { priority: 'x', detailed_response: 1 }, more: true };
    const { errors } = await refused('validation_error', () => partner.send(body));
    assert.deepEqual(errors?.map(({ pointer }) => pointer).sort(), [
      '/more',
      '/options/detailed_response',
      '/options/priority',
      '/prompt',
    ]);
  });

  test('the same process still works after all of it', async () => {
    assert.equal((await partner.send()).status, 200);
    assert.doesNotMatch(api.serviceOf().stdout() + api.serviceOf().stderr(), /"level":"(error|fatal)"/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A name that is twice in an object of a body is refused',
    file: 'src/http/server/json-body.ts',
    replace: 'if (repeated !== null) throw',
    by: "if (repeated === '') throw",
  },
  {
    rule: 'An empty body of the type of JSON is absent where none is required',
    file: 'src/http/server/json-body.ts',
    replace: `  if (body.length === 0) return emptyJson;
`,
    by: '',
  },
  {
    rule: 'An empty body of the type of JSON is no JSON where one is required',
    file: 'src/http/routing/shape.ts',
    replace: 'throw sent === emptyJson ? errors.invalidJson() : errors',
    by: 'throw errors',
  },
  {
    rule: 'A body is application/json and nothing else',
    file: 'src/http/server/json-body.ts',
    replace: 'if (!isJson(contentType)) throw errors.unsupportedMediaType();',
    by: '',
  },
  {
    rule: 'Parameters of application/json but the charset change nothing',
    file: 'src/http/server/json-body.ts',
    replace: 'return parameters.some(isOtherCharset)',
    by: 'return parameters.length > 0',
  },
  {
    rule: 'A body of another charset is not read',
    file: 'src/http/server/json-body.ts',
    replace: 'return parameters.some(isOtherCharset) ? null : type',
    by: 'return type',
  },
  {
    rule: 'A body is UTF-8 without exceptions',
    file: 'src/http/server/json-body.ts',
    replace: '{ fatal: true }',
    by: '{ fatal: false }',
  },
  {
    rule: 'A packed body is not read',
    file: 'src/http/server/server.ts',
    replace: 'if (isEncoded(encoding)) throw errors.unsupportedMediaType(fileTypes);',
    by: '',
  },
  {
    rule: 'A body has a limit',
    file: 'src/http/server/server.ts',
    replace: 'bodyLimit: limits.bodyBytes,',
    by: 'bodyLimit: limits.bodyBytes * 64,',
  },
  {
    rule: 'A query parameter is sent once',
    file: 'src/http/routing/query.ts',
    replace: 'else if (Object.hasOwn(query, name))',
    by: 'else if (Object.hasOwn(query, name) && value === null)',
  },
  {
    rule: 'A query parameter that is not known is refused',
    file: 'src/http/routing/query.ts',
    replace:
      "if (property === undefined) problems.push({ pointer, code: 'unknown', detail: unknown(sent) });",
    by: 'if (property === undefined) continue;',
  },
  {
    rule: 'A member of every object is no query parameter',
    file: 'src/http/routing/query.ts',
    replace: 'const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;',
    by: 'const property = schema.properties[name];',
  },
  {
    rule: 'A prompt has no more than 32,000 characters',
    file: 'src/core/turn/chat-request.ts',
    replace: '[...trimmed].length > limits.promptCharacters',
    by: '[...trimmed].length > limits.promptCharacters * 2',
  },
  {
    rule: 'A prompt of blanks is refused',
    file: 'src/core/turn/chat-request.ts',
    replace: "if (trimmed === '') throw",
    by: "if (prompt === '') throw",
  },
];
