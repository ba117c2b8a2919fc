import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { scopes } from '#contract/closed-sets.ts';
import type { Break } from '#test/break.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

/** What a refusal tells of the place of a mistake, and how much of a request with thousands of them. */
describe('A refusal', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await shareApi();
    partner = await api.partner({ scopes: [...scopes] });
  });

  const told = ({ status, text }: { readonly status: number; readonly text: string }) => {
    const { code, detail } = JSON.parse(text);
    return [status, code, detail];
  };
  const missing = (place: string) => [
    422,
    'external_user_id_required',
    `external_user_id names the end user and is required: send it as ${place}.`,
  ];

  test('of a request without an end user says where it is sent', async () => {
    assert.deepEqual(
      told(await partner.post('/stream', { prompt: 'x' })),
      missing('/context/external_user_id'),
    );
    assert.deepEqual(told(await partner.get('/conversations')), missing('?external_user_id'));
    assert.deepEqual(told(await partner.post('/hosted-session', {})), missing('/external_user_id'));
  });

  test('of an end user in another place says where it is sent', async () => {
    const elsewhere = (pointer: string, place: string) =>
      [422, 'validation_error', `${pointer}: is not known here: send it as ${place}`] as const;
    const inBody = { prompt: 'x', external_user_id: 'user-1' };
    const context = { external_user_id: 'user-1' };
    assert.deepEqual(
      told(await partner.post('/stream', inBody)),
      elsewhere('/external_user_id', '/context/external_user_id'),
    );
    assert.deepEqual(
      told(await partner.post('/stream?external_user_id=user-1', { prompt: 'x', context })),
      elsewhere('?external_user_id', '/context/external_user_id'),
    );
    assert.deepEqual(
      told(await partner.post('/hosted-session?external_user_id=user-1', {})),
      elsewhere('?external_user_id', '/external_user_id'),
    );
    assert.deepEqual(told(await partner.post('/stream', { prompt: 'x', context, user: 'x' })), [
      422,
      'validation_error',
      '/user: is not known here',
    ]);
  });

  test('of a session token in place of a key calls it one, whether or not it is valid', async () => {
    const { text } = await partner.post('/hosted-session', { external_user_id: 'user-1' });
    const { token }: { token: string } = JSON.parse(text);
    const ask = async (key: string) =>
      told(await partner.get('/agents', { headers: { authorization: `Bearer ${key}` } }));
    const expected = [
      401,
      'invalid_api_key',
      'This is a session token, which the tenant’s own address takes; send the API key of the client here.',
    ];
    assert.deepEqual(await ask(token), expected);
    assert.deepEqual(await ask('eyJh.eyJi.c'), expected);
    const [, , other] = await ask('parley_sk_none');
    assert.equal(other, 'The key is unknown, malformed or was rotated.');
  });

  test('of an empty list for an object says what to write', async () => {
    const context = { external_user_id: 'user-1' };
    const at = async (body: unknown) => told(await partner.post('/stream', body))[2];
    assert.equal(
      await at({ prompt: 'x', context, options: [] }),
      '/options: must be an object: write {} instead of []',
    );
    assert.equal(await at({ prompt: 'x', context, options: [1] }), '/options: must be an object');
    assert.equal(await at('[]'), ': must be an object: write {} instead of []');
  });

  test('of thousands of problems names twenty', async () => {
    const many = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`${prefix}${index}`, 1]));
    const context = { external_user_id: 'user-1' };
    for (const [body, pointer] of [
      [{ ...many('m'), prompt: 'x', context }, '/m'],
      [{ prompt: 'x', context, options: many('o') }, '/options/o'],
    ] as const) {
      const { status, text } = await partner.post('/stream', body);
      assert.deepEqual([status, JSON.parse(text).code], [422, 'validation_error']);
      assert.deepEqual(
        JSON.parse(text).errors,
        Array.from({ length: 20 }, (_, index) => ({
          pointer: `${pointer}${index}`,
          code: 'unknown',
          detail: 'is not known here',
        })),
      );
    }
    const names = Array.from({ length: 1_500 }, (_, index) => `q${index}=1`).join('&');
    const { status, text } = await partner.get(`/agents?${names}`);
    assert.deepEqual([status, JSON.parse(text).errors.length], [422, 20]);
    assert.ok(text.length < 4_000, String(text.length));
  });

  test('of an end user who may be left out is one of the request where it is empty', async () => {
    for (const path of ['/usage/days?external_user_id=', '/ended-turns?external_user_id=']) {
      const { status, text } = await partner.get(path);
      const { code, errors } = JSON.parse(text);
      assert.deepEqual(
        [status, code, errors[0].pointer],
        [422, 'validation_error', '?external_user_id'],
        path,
      );
    }
  });

  test('of a name in an admin path that cannot exist is that of one that does not', async () => {
    const slug = partner.client.slug;
    const paths = (name: string) => [
      [`/admin/clients/${name}`, 'client_not_found'],
      [`/admin/clients/${name}/users`, 'client_not_found'],
      [`/admin/clients/${name}/webhooks`, 'client_not_found'],
      [`/admin/clients/${name}/events`, 'client_not_found'],
      [`/admin/clients/${slug}/webhooks/${name}`, 'webhook_not_found'],
      [`/admin/agents/${name}`, 'agent_not_found'],
    ];
    for (const name of ['no-such-one', '%01', '%7f', '%C2%85', '%00', 'x'.repeat(5_000), '%F0%9F%98%80']) {
      for (const [path = '', code] of paths(name)) {
        const { status, text } = await partner.get(path);
        assert.deepEqual(
          [status, JSON.parse(text).code],
          [404, code],
          `${path.slice(0, 80)}: ${text.slice(0, 200)}`,
        );
        assert.ok(text.length < 600 && !/\\u00|\p{Cc}/u.test(text), text.slice(0, 300));
      }
      const changes = [
        await partner.post(`/admin/clients/${name}/revoke`, undefined),
        await partner.request('PUT', `/admin/clients/${slug}/agents/${name}`, undefined),
        await partner.request('PATCH', `/admin/clients/${slug}/users/${name}`, { enabled: false }),
        await partner.request('DELETE', `/admin/agents/${name}`, undefined),
      ];
      for (const { status } of changes) assert.equal(status, 404, name.slice(0, 20));
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A refusal without an end user says where it is sent',
    file: 'src/core/errors.ts',
    replace: 'names the end user and is required: send it as ',
    by: 'names the end user and is required, but not as ',
  },
  {
    rule: 'An end user who is missing in a body is missed there',
    file: 'src/http/session/request-identity.ts',
    replace: "return 'query' in named ?",
    by: "return 'query' in named || 'body' in named ?",
  },
  {
    rule: 'An end user in another place is answered with the right one',
    file: 'src/http/routing/validate.ts',
    replace: "if (place === null || name !== 'external_user_id') return",
    by: "if (place !== null || name !== 'external_user_id') return",
  },
  {
    rule: 'A session token in the place of a key is called one',
    file: 'src/core/identity/authenticate.ts',
    replace: 'throw isToken(key) ?',
    by: 'throw isToken(key.toUpperCase()) ?',
  },
  {
    rule: 'A refusal of an empty list for an object says what to write',
    file: 'src/http/routing/validate.ts',
    replace: "const isList = expected === 'must be an object' &&",
    by: "const isList = expected === 'must be a list' &&",
  },
  {
    rule: 'Twenty problems of a query are reported at most',
    file: 'src/http/routing/query.ts',
    replace: 'if (problems.length === maxProblems) break;',
    by: '',
  },
  {
    rule: 'The first twenty unknown members are named, and no more are looked for',
    file: 'src/http/routing/validate.ts',
    replace: 'if (found.length === most) return;',
    by: 'if (found.length > most) return;',
  },
  {
    rule: 'An empty end user is not all of them',
    file: 'src/contract/endpoints/endpoints.ts',
    replace: "Type.String({ minLength: 1, description: 'One end user; the whole client by default.' })",
    by: "Type.String({ description: 'One end user; the whole client by default.' })",
  },
  {
    rule: 'An empty end user ends no turns of all',
    file: 'src/contract/endpoints/job-endpoints.ts',
    replace: "Type.String({ minLength: 1, description: 'One end user; the whole client by default.' })",
    by: "Type.String({ description: 'One end user; the whole client by default.' })",
  },
  {
    rule: 'A name in an admin path that cannot exist is answered like one that does not',
    file: 'src/core/operations/operation.ts',
    replace: "return value.replaceAll(/\\p{Cc}/gu, '\\ufffd');",
    by: 'if (/\\p{Cc}/u.test(value)) throw errors.notFound();\n  return value;',
  },
  {
    rule: 'A long name in an admin path is not repeated whole',
    file: 'src/core/errors.ts',
    replace: 'There is no agent ${shortened(',
    by: 'There is no agent ${String(',
  },
];
