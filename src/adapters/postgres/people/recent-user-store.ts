import type { RecentUser, RecentUserStore } from '#core/people/identified-users.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';

/** Few enough that other work of the process goes on between two pages. */
const usersAtATime = 2_000;

/** Reads page by page after the last user: no statement takes long, and no connection is held between two of them. */
export class PostgresRecentUserStore implements RecentUserStore {
  readonly #database: Queryable;
  readonly #page: number;

  constructor(database: Queryable, page = usersAtATime) {
    this.#database = database;
    this.#page = page;
  }

  async *recentUsers(days: number): AsyncGenerator<readonly RecentUser[], void> {
    for (let daysAgo = 0; daysAgo < days; daysAgo++) yield* this.#usersOfDay(daysAgo);
  }

  async *#usersOfDay(daysAgo: number): AsyncGenerator<readonly RecentUser[], void> {
    let last = { clientId: 0, userId: '' };
    for (;;) {
      const values = [daysAgo, last.clientId, last.userId, this.#page];
      const users = await camelRows<RecentUser>(this.#database, usersSql, values);
      yield users;
      const end = users.at(-1);
      if (end === undefined || users.length < this.#page) return;
      last = end;
    }
  }
}

/** One look into the index for each client, from the last user on: identities are never empty. */
const usersSql = `
  select c.id as client_id, c.slug as client_slug, u.external_user_id as user_id, u.day
  from clients c cross join lateral (
    select u.external_user_id, u.day from usage_users u
    where u.client_id = c.id and u.day = utc_day() - $1::integer
      and u.external_user_id > case when c.id = $2 then $3 else '' end
      and not exists (select from erasures e
        where e.client_id = u.client_id and e.external_user_id = u.external_user_id)
    order by u.external_user_id limit $4) u
  where c.id >= $2 and c.deleted_at is null
  order by c.id, u.external_user_id limit $4`;
