import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PostgresClientStore } from '#adapters/postgres/administration/client-store.ts';
import { auditableClient } from '#core/administration/present-client.ts';
import { ParleyError } from '#core/errors.ts';
import { hashApiKey, isWellFormedApiKey } from '#core/identity/api-key.ts';
import type { Break } from '#test/break.ts';
import { keyOf, openTenantWorld, operator, type TenantWorld } from './tenant-world.ts';

describe('managing clients', () => {
  let world: TenantWorld;
  before(async () => {
    world = await openTenantWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  function refused(code: string, pointer?: string) {
    return (error: unknown) =>
      error instanceof ParleyError &&
      error.code === code &&
      (pointer === undefined || error.fields[0]?.pointer === pointer);
  }

  test('a client that is only named begins on trial with the defaults', async () => {
    const { client, apiKey } = await world.clients.create(operator, 'plain', {});
    assert.ok(isWellFormedApiKey(apiKey));
    const { handoff_kid, ...facts } = auditableClient(client);
    assert.deepEqual(facts, {
      slug: 'plain',
      name: 'plain',
      source_app: 'plain',
      enabled: true,
      subscription_status: 'trial',
      daily_limit: 200,
      user_limits: { requests: null, priority: null, deep_dive: null },
      deep_dive_enabled: false,
      default_agent: 'assistant',
      bound_agents: [],
      agents: ['assistant'],
      model: null,
      providers: null,
      scopes: ['chat'],
      origins: [],
      burst_per_minute: null,
      concurrent_turns: null,
      concurrent_turns_per_user: null,
      retention_days: null,
      knowledge_bytes: 52_428_800,
      show_cost: false,
      openai_system: 'append',
      openai_user_header: null,
      openai_default_user: null,
      key_prefix: apiKey.slice(0, 14),
      previous_key_until: null,
      conversations_private: false,
      model_links: false,
    });
  });

  test('an active client begins with 5000 a day, and only at its creation', async () => {
    const { client } = await world.clients.create(operator, 'paying', { subscription_status: 'active' });
    assert.equal(client.dailyLimit, 5_000);
    const lapsed = await world.clients.update(operator, 'paying', { subscription_status: 'trial' });
    assert.equal(lapsed.dailyLimit, 5_000);
  });

  test('a slug is taken once', async () => {
    await world.clients.create(operator, 'taken', {});
    await assert.rejects(world.clients.create(operator, 'taken', {}), refused('already_exists'));
  });

  test('the database has the hash of the key and the key itself nowhere', async () => {
    const { apiKey } = await world.clients.create(operator, 'secretive', {});
    assert.equal(await world.countOf(`clients c where c::text like '%${apiKey.slice(14)}%'`), 0);
    assert.equal(await world.countOf(`audit_log a where a::text like '%${apiKey.slice(14)}%'`), 0);
    const found = await new PostgresClientStore(world.database).findByKeyHash(hashApiKey(apiKey));
    assert.equal(found?.client.slug, 'secretive');
  });

  test('null takes a limit away and an absent one stays', async () => {
    const created = { daily_limit: 7, user_limits: { requests: 3, priority: 0 } };
    await world.clients.create(operator, 'limited', created);
    const client = await world.clients.update(operator, 'limited', {
      daily_limit: null,
      user_limits: { requests: null },
    });
    assert.equal(client.dailyLimit, null);
    assert.deepEqual(client.userLimits, { requests: null, priority: 0, deep_dive: null });
  });

  test('a change is audited with what differs, before and after', async () => {
    await world.clients.create(operator, 'watched', {});
    const ops = keyOf(await world.clients.create(operator, 'ops', { scopes: ['admin:clients'] }));
    await world.clients.update(ops, 'watched', { deep_dive_enabled: true });
    const { actor, action, clientSlug, subject, before, after } = await world.lastAudit();
    assert.deepEqual(
      { actor, action, clientSlug, subject, before, after },
      {
        actor: 'key:ops',
        action: 'client.update',
        clientSlug: 'watched',
        subject: 'watched',
        before: { deep_dive_enabled: false },
        after: { deep_dive_enabled: true },
      },
    );
  });

  test('a change that changes nothing is not audited', async () => {
    await world.clients.create(operator, 'still', {});
    const entries = await world.countOf('audit_log');
    await world.clients.enable(operator, 'still');
    assert.equal(await world.countOf('audit_log'), entries);
  });

  test('a refused change leaves neither a change nor an entry', async () => {
    await world.clients.create(operator, 'steady', {});
    const entries = await world.countOf('audit_log');
    const change = { daily_limit: 1, default_agent: 'operator-support' };
    await assert.rejects(
      world.clients.update(operator, 'steady', change),
      refused('validation_error', '/default_agent'),
    );
    assert.equal((await world.clients.find('steady')).dailyLimit, 200);
    assert.equal(await world.countOf('audit_log'), entries);
  });

  test('every change makes older copies of the client stale', async () => {
    await world.clients.create(operator, 'moving', {});
    const changes: readonly (() => Promise<unknown>)[] = [
      () => world.clients.update(operator, 'moving', { daily_limit: 1 }),
      () => world.clients.rotateKey(operator, 'moving'),
      () => world.clients.rotateHandoff(operator, 'moving'),
      () => world.clients.bindAgent(operator, 'moving', 'operator-support'),
      () => world.clients.unbindAgent(operator, 'moving', 'operator-support'),
      () => world.clients.revoke(operator, 'moving'),
      () => world.clients.enable(operator, 'moving'),
      () => world.agents.update(operator, 'assistant', { name: `Assistant ${Date.now()}` }),
    ];
    for (const change of changes) {
      const version = await world.versionOf('moving');
      await change();
      assert.ok((await world.versionOf('moving')) > version, String(change));
    }
  });

  test('rotating the key ends the previous one at once', async () => {
    const { apiKey } = await world.clients.create(operator, 'rotated', {});
    const renewed = await world.clients.rotateKey(operator, 'rotated');
    const clients = new PostgresClientStore(world.database);
    assert.equal(await clients.findByKeyHash(hashApiKey(apiKey)), null);
    assert.equal((await clients.findByKeyHash(hashApiKey(renewed.apiKey)))?.client.slug, 'rotated');
  });

  test('rotating the handoff key leaves the API key alone', async () => {
    const { client, apiKey } = await world.clients.create(operator, 'handed', {});
    const rotated = await world.clients.rotateHandoff(operator, 'handed');
    assert.notEqual(rotated.handoffKid, client.handoffKid);
    const found = await new PostgresClientStore(world.database).findByKeyHash(hashApiKey(apiKey));
    assert.equal(found?.client.slug, 'handed');
  });

  test('a reserved agent is for those that it is bound to, and an unbound one for all others', async () => {
    await world.clients.create(operator, 'binding', {});
    const bound = await world.clients.bindAgent(operator, 'binding', 'operator-support');
    assert.deepEqual(bound.boundAgents, ['operator-support']);
    assert.deepEqual([...bound.agents.keys()], ['assistant', 'operator-support']);
    await world.clients.update(operator, 'binding', { default_agent: 'operator-support' });
    const unbound = await world.clients.unbindAgent(operator, 'binding', 'assistant');
    assert.deepEqual([...unbound.agents.keys()], ['operator-support']);
    await assert.rejects(world.clients.bindAgent(operator, 'binding', 'nobody'), refused('agent_not_found'));
  });

  test("a client's default agent cannot be unbound from it, and the client stays as it was", async () => {
    await world.clients.create(operator, 'leaning', {});
    await assert.rejects(
      world.clients.unbindAgent(operator, 'leaning', 'assistant'),
      refused('agent_in_use'),
    );
    assert.deepEqual([...(await world.clients.find('leaning')).agents.keys()], ['assistant']);
  });

  test("a client that becomes active loses a daily limit that is still the trial's, and no other", async () => {
    const changes = [
      [{}, { subscription_status: 'active' }, 5_000],
      [{ subscription_status: 'past_due' }, { subscription_status: 'active' }, 5_000],
      [{ daily_limit: 201 }, { subscription_status: 'active' }, 201],
      [{}, { subscription_status: 'active', daily_limit: 200 }, 200],
      [{}, { subscription_status: 'past_due' }, 200],
      [{ subscription_status: 'active', daily_limit: 200 }, { subscription_status: 'active' }, 200],
    ] as const;
    for (const [index, [made, change, limit]] of changes.entries()) {
      await world.clients.create(operator, `paid-${index}`, made);
      const { dailyLimit } = await world.clients.update(operator, `paid-${index}`, change);
      assert.equal(dailyLimit, limit, JSON.stringify([made, change]));
    }
  });

  test('only the command line gives scopes', async () => {
    const key = keyOf(await world.clients.create(operator, 'scoped', { scopes: ['chat', 'admin:usage'] }));
    const change = { scopes: ['chat', 'admin:audit'] as const };
    await assert.rejects(world.clients.update(key, 'scoped', change), refused('validation_error', '/scopes'));
    await assert.rejects(
      world.clients.create(key, 'scoped2', change),
      refused('validation_error', '/scopes'),
    );
    assert.deepEqual((await world.clients.find('scoped')).scopes, ['chat', 'admin:usage']);
  });

  test('a key cannot rotate its way to an admin scope that it lacks', async () => {
    const helper = await world.clients.create(operator, 'helper', { scopes: ['admin:clients'] });
    const scopes = ['admin:clients', 'admin:audit'] as const;
    const auditor = await world.clients.create(operator, 'auditor', { scopes });
    await assert.rejects(world.clients.rotateKey(keyOf(helper), 'auditor'), refused('insufficient_scope'));
    await world.clients.rotateKey(keyOf(auditor), 'helper');
  });

  test('clients are listed by slug, page by page', async () => {
    const all: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await world.clients.list({ limit: 3, ...(cursor === null ? {} : { cursor }) });
      assert.ok(page.rows.length <= 3);
      all.push(...page.rows.map(({ slug }) => slug));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.equal(all.length, await world.countOf('clients'));
    assert.deepEqual(all, [...all].sort());
    await assert.rejects(world.clients.list({ cursor: 'bm8' }), refused('validation_error', '?cursor'));
  });
});

export const breaks: readonly Break[] = [
  {
    rule: "A client's default agent is not unbound from it",
    file: 'src/core/administration/manage-clients.ts',
    replace: 'if (!bound && client.defaultAgent === agentSlug) {',
    by: 'if (bound && client.defaultAgent === agentSlug) {',
  },
  {
    rule: "A client that becomes active is not held to a trial's default",
    file: 'src/core/administration/client-settings.ts',
    replace: 'return becomesActive && dailyLimit === trial ? active : dailyLimit;',
    by: 'return becomesActive && dailyLimit === -trial ? active : dailyLimit;',
  },
  {
    rule: "Becoming active lifts no daily limit but the trial's default",
    file: 'src/core/administration/client-settings.ts',
    replace: 'becomesActive && dailyLimit === trial ?',
    by: 'becomesActive ?',
  },
];
