import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ErrorCode } from '#contract/errors.ts';
import { problemOf } from '#test/reading/answered.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { chatBody, type Partner } from '#test/world/partner.ts';

const json = (body: object) => JSON.stringify(chatBody({ ...body }));

/** Body, code, and the place that the problem names. */
const bodies: Readonly<Record<string, readonly [unknown, ErrorCode, string?]>> = {
  'an unknown field': [json({ promtp: 'x' }), 'validation_error', '/promtp'],
  'an unknown option': [json({ options: { detailed: true } }), 'validation_error', '/options/detailed'],
  'an unknown field of the context': [
    json({ context: { external_user_id: 'u', user: 'v' } }),
    'validation_error',
    '/context/user',
  ],
  'an identity beside the context': [
    json({ external_user_id: 'u' }),
    'validation_error',
    '/external_user_id',
  ],
  'a prototype key': [
    '{"prompt":"x","context":{"external_user_id":"u"},"__proto__":{"a":1}}',
    'validation_error',
    '/__proto__',
  ],
  'an identity in a prototype': [
    '{"prompt":"x","context":{"__proto__":{"external_user_id":"u"}}}',
    'validation_error',
    '/context/__proto__',
  ],
  'a constructor key': [json({ constructor: { prototype: {} } }), 'validation_error', '/constructor'],
  'no prompt': [json({ prompt: undefined }), 'validation_error', '/prompt'],
  'an empty prompt': [json({ prompt: ' \n\t ' }), 'validation_error', '/prompt'],
  'a prompt that is a number': [json({ prompt: 1 }), 'validation_error', '/prompt'],
  'a prompt that is null': [json({ prompt: null }), 'validation_error', '/prompt'],
  'a prompt that is an array': [json({ prompt: ['x'] }), 'validation_error', '/prompt'],
  'a prompt with NUL': [json({ prompt: 'a\0b' }), 'validation_error', '/prompt'],
  'a prompt with a lone surrogate': [json({ prompt: 'a\ud800b' }), 'validation_error', '/prompt'],
  'a prompt too long': [json({ prompt: 'x'.repeat(32_001) }), 'prompt_too_long', '/prompt'],
  'a prompt too long in code points': [
    json({ prompt: '\u{1f600}'.repeat(32_001) }),
    'prompt_too_long',
    '/prompt',
  ],
  'a conversation that is no UUID': [
    json({ conversation_uuid: 'abc' }),
    'validation_error',
    '/conversation_uuid',
  ],
  'a UUID as a URN': [
    json({ conversation_uuid: 'urn:uuid:f5e0a1d2-0000-4000-8000-000000000000' }),
    'validation_error',
    '/conversation_uuid',
  ],
  'a UUID in braces': [
    json({ conversation_uuid: '{f5e0a1d2-0000-4000-8000-000000000000}' }),
    'validation_error',
    '/conversation_uuid',
  ],
  'an agent that is empty': [json({ agent_slug: '' }), 'validation_error', '/agent_slug'],
  'an agent with NUL': [json({ agent_slug: 'a\0' }), 'agent_not_allowed'],
  'an agent of a prototype': [json({ agent_slug: '__proto__' }), 'agent_not_allowed'],
  'options that are an array': [json({ options: [] }), 'validation_error', '/options'],
  'a flag in words': [
    json({ options: { detailed_response: 'true' } }),
    'validation_error',
    '/options/detailed_response',
  ],
  'another priority': [json({ options: { priority: 'high' } }), 'validation_error', '/options/priority'],
  'another on_disconnect': [
    json({ options: { on_disconnect: 'stop' } }),
    'validation_error',
    '/options/on_disconnect',
  ],
  'a queue on a stream': [json({ options: { if_busy: 'queue' } }), 'validation_error', '/options/if_busy'],
  'no context': [json({ context: undefined }), 'external_user_id_required', '/context/external_user_id'],
  'an empty context': [json({ context: {} }), 'external_user_id_required', '/context/external_user_id'],
  'a context that is an array': [json({ context: ['u'] }), 'validation_error', '/context'],
  null: ['null', 'validation_error', ''],
  'an array': ['[]', 'validation_error', ''],
  'a string': ['"prompt"', 'validation_error', ''],
  'an empty body': ['', 'invalid_json'],
  'half a document': ['{"prompt":', 'invalid_json'],
  'two documents': ['{}{}', 'invalid_json'],
  'a byte order mark alone': ['\ufeff', 'invalid_json'],
  'bytes that are no UTF-8': [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_json'],
  'an array as deep as fits': ['['.repeat(500_000), 'invalid_json'],
  'a deep array in a field': [
    `{"prompt":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    'validation_error',
    '/prompt',
  ],
  'a deep object in a field': [
    `{"options":{"priority":${'{"a":'.repeat(80_000)}1${'}'.repeat(80_000)}}}`,
    'validation_error',
    '/options/priority',
  ],
  'ten thousand unknown fields': [
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, index]))),
    'validation_error',
    '/f0',
  ],
  'more than 512 KiB': [json({ prompt: 'x'.repeat(512 * 1024) }), 'body_too_large'],
  'ten megabytes': [Buffer.alloc(10 * 1024 * 1024, 'x'), 'body_too_large'],
};

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

  for (const [name, [body, code, pointer]] of Object.entries(bodies)) {
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

  test('an empty body of application/json is absent where none is required', async () => {
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

  test('every mistake is named at its place', async () => {
    const body = { prompt: 1, options: { priority: 'x', detailed_response: 1 }, more: true };
    const { errors } = await refused('validation_error', () => partner.send(body));
    assert.deepEqual(errors?.map(({ pointer }) => pointer).sort(), [
      '/more',
      '/options/detailed_response',
      '/options/priority',
      '/prompt',
    ]);
  });

  test('the same process goes on after all of it', async () => {
    assert.equal((await partner.send()).status, 200);
    assert.doesNotMatch(api.serviceOf().stdout() + api.serviceOf().stderr(), /"level":"(error|fatal)"/);
  });
});
