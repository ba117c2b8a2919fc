import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import type { Break } from '#test/break.ts';
import type { Json } from '#test/reading/json.ts';
import { scopeOf } from '../admin-scopes.ts';
import { type AdminService, type OperationName, startAdminService } from '../admin-service.ts';

describe('/v1/admin', () => {
  let service: AdminService;
  before(async () => {
    service = await startAdminService();
  });
  after(() => service[Symbol.asyncDispose]());

  test('every operation needs its own admin scope, and no key without it passes', async () => {
    assert.deepEqual(Object.keys(adminEndpoints).sort(), Object.keys(scopeOf).sort());
    const keys = new Map<string, string>();
    for (const scope of ['chat', 'admin:clients', 'admin:usage', 'admin:audit', 'admin:operate']) {
      keys.set(scope, await service.clientByCommand(`only-${scope.replace(':', '-')}`, scope));
    }
    for (const name of Object.keys(adminEndpoints) as OperationName[]) {
      const body = adminEndpoints[name].body === null ? {} : { body: {} };
      for (const [scope, key] of keys) {
        const reply = await service.call(name, { key, ...body });
        if (scope === scopeOf[name]) assert.notEqual(reply.status, 403, `${name} with ${scope}`);
        else
          assert.deepEqual(
            [reply.status, reply.body.code],
            [403, 'insufficient_scope'],
            `${name} with ${scope}`,
          );
      }
    }
  });

  test('201 for a new client, with its key and nowhere else', async () => {
    const { status, headers, body } = await service.call('createClient', {
      body: { slug: 'acme', name: 'Acme', user_limits: { requests: 2 }, origins: ['https://A.example/'] },
    });
    assert.deepEqual([status, headers.get('location')], [201, '/v1/admin/clients/acme']);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.deepEqual(body.client?.scopes, ['chat']);
    assert.deepEqual(body.client?.origins, ['https://a.example']);
    const asked = await fetch(`${service.origin}/v1/agents`, {
      headers: { authorization: `Bearer ${body.api_key}` },
    });
    assert.equal(asked.status, 200);
    const read = await service.call('getClient', { params: { slug: 'acme' } });
    assert.deepEqual(read.body.client, body.client);
    assert.doesNotMatch(
      JSON.stringify((await service.call('listAudit')).body),
      new RegExp(String(body.api_key)),
    );
  });

  test('409 for a slug that is taken, 404 for one that is not there', async () => {
    await service.call('createClient', { body: { slug: 'twice' } });
    const taken = await service.call('createClient', { body: { slug: 'twice' } });
    assert.deepEqual([taken.status, taken.body.code], [409, 'already_exists']);
    for (const slug of ['nobody', 'a/b', '\0', '%']) {
      const reply = await service.call('getClient', { params: { slug } });
      assert.equal(reply.status, 404, slug);
    }
  });

  test('PATCH changes the members that it names', async () => {
    await service.call('createClient', { body: { slug: 'patched' } });
    const params = { slug: 'patched' };
    const body = { daily_limit: null, deep_dive_enabled: true, user_limits: { priority: 0 } };
    const { status, body: answer } = await service.call('updateClient', { params, body });
    assert.equal(status, 200);
    assert.equal(answer.client?.daily_limit, null);
    assert.deepEqual(answer.client?.user_limits, { requests: null, priority: 0, deep_dive: null });
  });

  test('422 names what cannot be changed and what has another shape', async () => {
    await service.call('createClient', { body: { slug: 'fixed' } });
    const wrong = [
      [{ slug: 'other' }, '/slug'],
      [{ scopes: ['chat', 'admin:clients'] }, '/scopes'],
      [{ source_app: 'x' }, '/source_app'],
      [{ key_prefix: 'x' }, '/key_prefix'],
      [{ daily_limit: '5' }, '/daily_limit'],
      [{ daily_limit: -1 }, '/daily_limit'],
      [{ daily_limit: 1.5 }, '/daily_limit'],
      [{ user_limits: { typo: 1 } }, '/user_limits/typo'],
      [{ default_agent: 'nobody' }, '/default_agent'],
      [{ default_agent: 'operator-support' }, '/default_agent'],
      [{ model: 'nobody/model' }, '/model'],
      [{ origins: ['http://a.example'] }, '/origins/0'],
    ] as const;
    for (const [body, pointer] of wrong) {
      const reply = await service.call('updateClient', { params: { slug: 'fixed' }, body });
      assert.deepEqual([reply.status, reply.body.errors?.[0]?.pointer], [422, pointer]);
    }
    const scoped = await service.call('createClient', { body: { slug: 'more', scopes: ['admin:audit'] } });
    assert.deepEqual([scoped.status, scoped.body.errors?.[0]?.pointer], [422, '/scopes']);
  });

  test('revoke, enable and both rotations', async () => {
    const { body: created } = await service.call('createClient', { body: { slug: 'turning' } });
    const params = { slug: 'turning' };
    const statusOf = async (key: Json | undefined) =>
      (await fetch(`${service.origin}/v1/agents`, { headers: { authorization: `Bearer ${key}` } })).status;
    assert.equal((await service.call('revokeClient', { params })).body.client?.enabled, false);
    assert.equal(await statusOf(created.api_key), 401);
    assert.equal((await service.call('enableClient', { params })).body.client?.enabled, true);
    assert.equal(await statusOf(created.api_key), 200);
    const { body: rotated } = await service.call('rotateKey', { params });
    assert.deepEqual([await statusOf(created.api_key), await statusOf(rotated.api_key)], [401, 200]);
    const { body: handed } = await service.call('rotateHandoff', { params });
    assert.notEqual(handed.client?.handoff_kid, created.client?.handoff_kid);
    assert.equal(await statusOf(rotated.api_key), 200);
  });

  test('agents are bound and unbound', async () => {
    await service.call('createClient', { body: { slug: 'bound' } });
    const params = { slug: 'bound', agent: 'operator-analyst' };
    assert.deepEqual((await service.call('bindAgent', { params })).body.client?.bound_agents, [
      'operator-analyst',
    ]);
    assert.deepEqual((await service.call('unbindAgent', { params })).body.client?.bound_agents, []);
    const unknown = await service.call('bindAgent', { params: { slug: 'bound', agent: 'nobody' } });
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'agent_not_found']);
  });

  test('users are added, switched, promoted and reset, and no answer holds a password', async () => {
    await service.call('createClient', { body: { slug: 'staffed' } });
    const slug = 'staffed';
    const added = await service.call('createUser', { params: { slug }, body: { email: 'A@Example.com' } });
    assert.equal(added.status, 201);
    const params = { slug, id: String(added.body.user?.id) };
    const off = await service.call('updateUser', { params, body: { enabled: false, admin: true } });
    assert.deepEqual([off.body.user?.enabled, off.body.user?.admin], [false, true]);
    const reset = await service.call('resetPassword', { params });
    for (const { body } of [added, reset]) {
      assert.deepEqual(Object.keys(body).sort(), ['expires_at', 'link', 'ok', 'user']);
      assert.match(String(body.link), /^http:\/\/login\.localhost:\d+\/reset\?token=[\w-]{43}$/);
    }
    const hours = (Date.parse(String(reset.body.expires_at)) - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours < 24.1, `${hours}`);
    assert.deepEqual((await service.call('listUsers', { params: { slug } })).body.data, [off.body.user]);
    for (const id of ['hu:nobody', 'nobody', 'hu:00000000-0000-7000-8000-000000000000']) {
      const reply = await service.call('updateUser', { params: { slug, id }, body: {} });
      assert.deepEqual([reply.status, reply.body.code], [404, 'user_not_found']);
    }
  });

  test('rotate-key takes overlap_seconds from 0 to 604800, and shows how long the previous key keeps working', async () => {
    await service.call('createClient', { body: { slug: 'turning' } });
    const params = { slug: 'turning' };
    const { body } = await service.call('rotateKey', { params, body: { overlap_seconds: 604_800 } });
    assert.equal(typeof body.client?.previous_key_until, 'string');
    for (const wanted of [{ overlap_seconds: 0 }, {}]) {
      const ended = await service.call('rotateKey', { params, body: wanted });
      assert.equal(ended.body.client?.previous_key_until, null);
    }
    for (const overlap_seconds of [-1, 604_801, 1.5, '3600']) {
      const refused = await service.call('rotateKey', { params, body: { overlap_seconds } });
      assert.deepEqual(
        [refused.status, refused.body.code],
        [422, 'validation_error'],
        String(overlap_seconds),
      );
    }
  });

  test('lists continue where the previous page ended', async () => {
    const slugs: string[] = [];
    for (let query = '?limit=2'; query !== ''; ) {
      const { body } = await service.call('listClients', { query });
      slugs.push(...(body.data?.map?.(({ slug }) => String(slug)) ?? []));
      assert.equal(body.has_more, body.next_cursor !== null);
      query = body.has_more ? `?limit=2&cursor=${body.next_cursor}` : '';
    }
    assert.deepEqual(slugs, [...new Set(slugs)].sort());
    assert.ok(slugs.includes('ops'));
    for (const query of ['?limit=0', '?limit=101', '?cursor=x', '?page=2']) {
      assert.equal((await service.call('listClients', { query })).status, 422, query);
    }
  });

  test('the audit log lists who did what to whom, newest first', async () => {
    await service.call('createClient', { body: { slug: 'told' } });
    await service.call('revokeClient', { params: { slug: 'told' } });
    const { data } = (await service.call('listAudit', { query: '?client=told' })).body;
    assert.deepEqual(
      data?.map?.(({ actor, action, client, before }) => [actor, action, client, before]),
      [
        ['key:ops', 'client.revoke', 'told', { enabled: true }],
        ['key:ops', 'client.create', 'told', null],
      ],
    );
    const { body } = await service.call('listAudit', { query: '?actor=cli&action=client.create&limit=1' });
    assert.equal(body.data?.length, 1);
  });

  test('usage is reported by day, for a client and for one of its users', async () => {
    const { body: created } = await service.call('createClient', { body: { slug: 'busy' } });
    const sent = await fetch(`${service.origin}/v1/jobs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${created.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'Hello', context: { external_user_id: 'user-1' } }),
    });
    assert.equal(sent.status, 202);
    const ofClient = (await service.call('reportUsage', { query: '?client=busy' })).body.data;
    assert.deepEqual(
      ofClient?.map?.(({ requests }) => requests),
      [1],
    );
    const ofUser = (await service.call('reportUsage', { query: '?client=busy&user=user-1' })).body.data;
    assert.deepEqual(
      ofUser?.map?.((row) => [row.external_user_id, row.requests]),
      [['user-1', 1]],
    );
    const asked = '?include=today';
    const key = await service.clientByCommand('lists-only', 'admin:clients');
    const refused = await service.call('listClients', { key, query: asked });
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope']);
    assert.equal((await service.call('listClients', { query: asked })).status, 200);
    assert.equal((await service.call('reportUsage', { query: '?user=user-1' })).status, 422);
    assert.equal((await service.call('reportUsage', { query: '?client=%00' })).status, 422);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What clients use today needs the scope of usage, in the list of clients, too',
    file: 'src/core/operations/client-operations.ts',
    replace: "if (include === 'today' || sort === 'today'",
    by: "if (sort === 'today'",
  },
  {
    rule: 'A key that has one admin scope has no other',
    file: 'src/core/identity/gate.ts',
    replace: 'scopes.includes(scope)',
    by: 'scopes.some((one) => one.slice(0, 5) === scope.slice(0, 5))',
  },
  {
    rule: 'The audit log needs its own scope',
    file: 'src/contract/operations/reports.ts',
    replace: "admin: 'admin:audit',",
    by: "admin: 'admin:clients',",
  },
  {
    rule: 'The usage report needs its own scope',
    file: 'src/contract/operations/reports.ts',
    replace: "admin: 'admin:usage', console: rolesOf.everyone },\n    summary: 'Usage by",
    by: "admin: 'admin:clients', console: rolesOf.everyone },\n    summary: 'Usage by",
  },
];
