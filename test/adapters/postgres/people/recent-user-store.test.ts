import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PostgresRecentUserStore } from '#adapters/postgres/people/recent-user-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { Break } from '#test/break.ts';
import { createClient } from '#test/world/factories.ts';
import { openTenantWorld, type TenantWorld } from '../../../core/administration/tenant-world.ts';

describe('The users who have sent something lately', () => {
  let world: TenantWorld;
  let clients: readonly Client[];
  before(async () => {
    world = await openTenantWorld();
    const [first, second, gone] = [
      await createClient(world.database),
      await createClient(world.database),
      await createClient(world.database),
    ];
    clients = [first, second];
    for (const { id } of [first, second, gone]) {
      await world.database.query(
        `insert into usage_users (client_id, day, external_user_id, requests)
         select $1, utc_day() - days, 'user ' || number, 1
         from generate_series(0, 3) days, generate_series(1, 5) number`,
        [id],
      );
    }
    await world.database.query('update clients set deleted_at = now() where id = $1', [gone.id]);
    await world.database.query(
      `insert into erasures (client_id, external_user_id, pseudonym) values ($1, 'user 3', 'hu:erased:x')`,
      [second.id],
    );
  });
  after(() => world[Symbol.asyncDispose]());

  async function read(days: number, page?: number) {
    const pages: string[][] = [];
    for await (const users of new PostgresRecentUserStore(world.database, page).recentUsers(days)) {
      pages.push(
        users.map(({ clientId, clientSlug, userId, day }) => `${day} ${clientId} ${clientSlug} ${userId}`),
      );
    }
    return pages;
  }

  it('come once for each day, the newest first, without those who are erased and clients that are gone', async () => {
    const [row] = await world.database.query<{ days: string[] }>(
      `select array_agg((utc_day() - days)::text order by days) as days from generate_series(0, 2) days`,
    );
    const expected = (row?.days ?? []).flatMap((day) =>
      clients.flatMap(({ id, slug }, index) =>
        [1, 2, 3, 4, 5]
          .filter((number) => index === 0 || number !== 3)
          .map((number) => `${day} ${id} ${slug} user ${number}`),
      ),
    );
    assert.equal(expected.length, 27);
    for (const page of [1, 2, 3, 5, 9, 100]) {
      const pages = await read(3, page);
      assert.deepEqual(pages.flat(), expected, `${page} at a time`);
      assert.ok(pages.every(({ length }) => length <= page));
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Nobody whose data is being erased is found by an identifier',
    file: 'src/adapters/postgres/people/recent-user-store.ts',
    replace: `      and not exists (select from erasures e
        where e.client_id = u.client_id and e.external_user_id = u.external_user_id)
`,
    by: '',
  },
  {
    rule: 'A page of recent users goes on behind the last one',
    file: 'src/adapters/postgres/people/recent-user-store.ts',
    replace: "case when c.id = $2 then $3 else '' end",
    by: '$3::text',
  },
];
