import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { clientSorts } from '#contract/closed-sets.ts';
import type { Break } from '#test/break.ts';
import { type ConsoleBrowser, type ConsoleWorld, openConsole } from '#test/console/console-world.ts';
import { problemOf } from '#test/reading/answered.ts';

describe('The list of partners', () => {
  let world: ConsoleWorld;
  let viewer: ConsoleBrowser;

  before(async () => {
    world = await openConsole();
    viewer = await world.signedIn('viewer');
    const busy = await world.api.partner({ slug: 'cinder', name: 'Borealis', subscription_status: 'active' });
    const recent = await world.api.partner({ slug: 'acme', name: 'Delta' });
    await world.api.partner({ slug: 'borealis', name: 'acme', subscription_status: 'past_due' });
    await world.api.partner({ slug: 'delta', name: 'Cinder', subscription_status: 'active', enabled: false });
    for (const partner of [busy, busy, recent])
      await partner.send({ prompt: 'A question', context: { external_user_id: 'user-1' } });
  });
  after(() => world[Symbol.asyncDispose]());

  const list = async (query: string) => {
    const { status, json, text } = await viewer.ask('GET', `/clients?${query}`);
    assert.equal(status, 200, text);
    const rows: readonly Readonly<Record<string, unknown>>[] = JSON.parse(text).data;
    return { slugs: rows.map(({ slug }) => slug), rows, next: json['next_cursor'] };
  };

  const orders: Readonly<Record<(typeof clientSorts)[number], readonly string[]>> = {
    slug: ['acme', 'borealis', 'cinder', 'delta'],
    name: ['borealis', 'cinder', 'delta', 'acme'],
    today: ['cinder', 'acme', 'borealis', 'delta'],
    last_active: ['acme', 'cinder', 'borealis', 'delta'],
  };

  for (const sort of clientSorts) {
    test(`is ordered by ${sort}, and goes on where the page before ended`, async () => {
      assert.deepEqual((await list(`sort=${sort}`)).slugs, orders[sort]);
      const found: unknown[] = [];
      for (let cursor = ''; ; ) {
        const page = await list(`sort=${sort}&limit=1${cursor}`);
        found.push(...page.slugs);
        if (page.next === null) break;
        cursor = `&cursor=${page.next}`;
      }
      assert.deepEqual(found, orders[sort]);
    });
  }

  test('is narrowed to a subscription, of which a revoked partner has none', async () => {
    assert.deepEqual((await list('status=active')).slugs, ['cinder']);
    assert.deepEqual((await list('status=revoked')).slugs, ['delta']);
    assert.deepEqual((await list('status=trial&q=delt')).slugs, ['acme']);
    assert.equal((await viewer.ask('GET', '/clients?status=unknown')).json['code'], 'validation_error');
  });

  test('says when each partner was last active', async () => {
    const { rows } = await list('include=today&sort=slug');
    const [acme, borealis] = rows;
    assert.ok(Math.abs(Date.parse(String(acme?.['last_active_at'])) - Date.now()) < 600_000);
    assert.equal(borealis?.['last_active_at'], null);
    assert.ok(!('last_active_at' in ((await list('sort=slug')).rows[0] ?? {})));
  });

  test('refuses the cursor of another order', async () => {
    const { next } = await list('sort=name&limit=1');
    for (const sort of ['today', 'slug']) {
      const { json } = await viewer.ask('GET', `/clients?sort=${sort}&limit=1&cursor=${next}`);
      assert.equal(json['code'], 'validation_error', sort);
    }
  });

  test('shows no order by usage to a key that may not see usage', async () => {
    const listing = await world.api.partner({ slug: 'key-of-lists', scopes: ['admin:clients'] });
    for (const sort of ['today', 'last_active'])
      problemOf(await listing.get(`/admin/clients?sort=${sort}`), 'insufficient_scope');
    assert.equal((await listing.get('/admin/clients?sort=name')).status, 200);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Partners can be listed with the most used of the day first',
    file: 'src/adapters/postgres/administration/client-store.ts',
    replace: 'where u.client_id = c.id and u.day = utc_day()), 0)',
    by: 'where u.client_id = c.id and u.day = utc_day() + 1), 0)',
  },
  {
    rule: 'The next page of partners of the same rank begins behind the slug',
    file: 'src/adapters/postgres/administration/client-store.ts',
    replace: 'or (c.rank = $1 and c.slug > $2)',
    by: '',
  },
  {
    rule: 'A revoked partner is listed under no subscription',
    file: 'src/adapters/postgres/administration/client-store.ts',
    replace: `case when c.enabled then c.subscription_status else 'revoked' end`,
    by: 'c.subscription_status',
  },
  {
    rule: 'An order by usage needs the scope that opens usage',
    file: 'src/core/operations/client-operations.ts',
    replace: `if (include === 'today' || sort === 'today' || sort === 'last_active')`,
    by: `if (include === 'today')`,
  },
];
