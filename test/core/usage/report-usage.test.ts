import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '#core/clients/client.ts';
import { ParleyError } from '#core/errors.ts';
import { listDailyUsage, readUsageOfDay } from '#core/usage/report-usage.ts';
import { openTenantWorld, operator, type TenantWorld } from '../administration/tenant-world.ts';

describe('reporting usage', () => {
  let world: TenantWorld;
  let acme: Client;
  before(async () => {
    world = await openTenantWorld();
    ({ client: acme } = await world.clients.create(operator, 'acme', { user_limits: { requests: 5 } }));
    const { client: other } = await world.clients.create(operator, 'other', {});
    await world.database.query(
      `insert into usage_clients (client_id, day, requests, priority, deep_dive) values
       ($1, utc_day(), 9, 2, 1), ($1, utc_day() - 1, 4, 0, 0), ($1, utc_day() - 40, 1, 0, 0), ($2, utc_day(), 3, 0, 0)`,
      [acme.id, other.id],
    );
    await world.database.query(
      `insert into usage_users (client_id, day, external_user_id, requests) values ($1, utc_day(), 'u', 6)`,
      [acme.id],
    );
  });
  after(() => world[Symbol.asyncDispose]());

  const everything = { clientSlug: null, externalUserId: null, from: null, to: null };

  test('days are listed newest first, thirty of them unless asked otherwise', async () => {
    const { rows } = await listDailyUsage(world.reports, everything, {});
    assert.deepEqual(
      rows.map(({ clientSlug, counts }) => [clientSlug, counts.requests]),
      [
        ['acme', 9],
        ['other', 3],
        ['acme', 4],
      ],
    );
  });

  test('pages join without a gap or a repetition', async () => {
    const first = await listDailyUsage(world.reports, everything, { limit: 1 });
    const rest = await listDailyUsage(world.reports, everything, { cursor: first.nextCursor ?? '' });
    assert.deepEqual(
      [...first.rows, ...rest.rows].map(({ counts }) => counts.requests),
      [9, 3, 4],
    );
  });

  test('one user of one client, between two days', async () => {
    const filter = { ...everything, clientSlug: 'acme', externalUserId: 'u', from: '2000-01-01' };
    const { rows } = await listDailyUsage(world.reports, filter, {});
    assert.deepEqual(
      rows.map(({ externalUserId, counts }) => [externalUserId, counts.requests]),
      [['u', 6]],
    );
  });

  test('a user without its client, a day that is none and an interval the wrong way round are refused', async () => {
    const wrong = [
      { externalUserId: 'u' },
      { from: '2026-02-30' },
      { to: '26-01-01' },
      { from: '2026-02-02', to: '2026-02-01' },
    ];
    for (const part of wrong) {
      await assert.rejects(
        listDailyUsage(world.reports, { ...everything, ...part }, {}),
        (error) => error instanceof ParleyError && error.status === 422,
      );
    }
  });

  test('the usage of a client is all of its traffic beside its own limit', async () => {
    const { usage } = await readUsageOfDay(world.reports, acme, null, null);
    const { used, limit, remaining, label, scope } = usage.requests;
    assert.deepEqual([used, limit, remaining, label, scope], [9, 200, 191, '9/200', 'client']);
    assert.deepEqual([usage.priority.used, usage.deep_dive.used], [2, 1]);
  });

  test('the usage of a user is its own beside its cap', async () => {
    const { usage } = await readUsageOfDay(world.reports, acme, 'u', null);
    const { used, limit, remaining, scope } = usage.requests;
    assert.deepEqual([used, limit, remaining, scope], [6, 5, 0, 'user']);
  });

  test('a day without traffic has used nothing, and resets at its own end', async () => {
    const { day, usage } = await readUsageOfDay(world.reports, acme, null, '2020-02-28');
    assert.deepEqual(
      [day, usage.requests.used, usage.reset_at],
      ['2020-02-28', 0, '2020-02-29T00:00:00.000Z'],
    );
  });
});
