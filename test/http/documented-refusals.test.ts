import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorCodesOf } from '#contract/endpoint-errors.ts';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { endpoints } from '#contract/endpoints/endpoints.ts';
import type { Break } from '#test/break.ts';
import type { Api } from '#test/world/api.ts';
import { shareApi } from '#test/world/shared-service.ts';

let api: Api;
let chatKey: string;
let adminKey: string;

describe('An operation', () => {
  before(async () => {
    api = await shareApi();
    const scopes = ['chat', 'admin:clients', 'admin:usage', 'admin:audit', 'admin:operate'];
    const [chatting, administrating] = await Promise.all([api.partner(), api.partner({ scopes })]);
    chatKey = chatting.key;
    adminKey = administrating.key;
  });

  test('what is not there is 401 without a key, and only then 404', async () => {
    const unknown = `${api.urlOf()}/openapi.yaml`;
    assert.equal((await fetch(unknown)).status, 401);
    assert.equal((await fetch(unknown, { headers: bearer(chatKey) })).status, 404);
  });

  for (const endpoint of [...Object.values(endpoints), ...Object.values(adminEndpoints)]) {
    test(`${endpoint.operation} refuses with the codes that it documents`, async () => {
      for (const code of await refusals(endpoint)) {
        assert.ok(
          errorCodesOf(endpoint, 'api').some((known) => known === code),
          `${code} is not documented`,
        );
      }
    });
  }
});

/** The codes of requests that are wrong in different ways. */
async function refusals(endpoint: Endpoint): Promise<string[]> {
  const key = endpoint.operation === 'getHealth' ? { authorization: 'Basic x' } : bearer(adminKey);
  const json = { ...bearer(adminKey), 'content-type': 'application/json' };
  const hasBody = endpoint.body !== null;
  const codes = [
    await refusal(endpoint, '', { headers: { authorization: 'Basic x' } }),
    await refusal(endpoint, '', { headers: bearer('parley_sk_none') }),
    await refusal(endpoint, '?typo=1', { headers: key, ...(hasBody ? { headers: json, body: '{}' } : {}) }),
  ];
  if (endpoint.operation.startsWith('get') && endpoint.path.includes(':')) {
    const query = endpoint.path.includes('uuid') ? '?external_user_id=u' : '';
    codes.push(await refusal(endpoint, query, { headers: key }));
  }
  if (endpoint.scope?.startsWith('admin:'))
    codes.push(await refusal(endpoint, '', { headers: bearer(chatKey) }));
  if (hasBody) {
    for (const body of ['{', '{"typo":1}', '[]', 'x'.repeat(600_000)]) {
      codes.push(await refusal(endpoint, '', { headers: json, body }));
    }
    codes.push(
      await refusal(endpoint, '', { headers: { ...json, 'content-type': 'text/plain' }, body: 'x' }),
    );
  }
  return codes;
}

async function refusal(endpoint: Endpoint, query: string, init: RequestInit): Promise<string> {
  const path = endpoint.path.replaceAll(/:\w+/g, 'nobody');
  const response = await fetch(`${api.urlOf()}${path}${query}`, { method: endpoint.method, ...init });
  assert.equal(response.headers.get('content-type'), 'application/problem+json', `${path}${query}`);
  assert.equal(response.headers.get('cache-control'), 'no-store', `${path}${query}`);
  const problem: unknown = await response.json();
  return isRefusal(problem) ? problem.code : 'none';
}

function isRefusal(value: unknown): value is { readonly code: string } {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
}

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

export const breaks: readonly Break[] = [
  {
    rule: 'No refusal is cached',
    file: 'src/http/server/problem.ts',
    replace: "'cache-control': 'no-store',",
    by: '',
  },
];
