import assert from 'node:assert/strict';
import type { Queryable } from '#adapters/postgres/database/database.ts';

interface Effect {
  readonly user: string;
  /** Turns that were not refunded. */
  readonly kept: number;
  readonly charged: number;
  readonly counted: number;
}

/**
 * What every end user of a client was charged, by three independent counts: turns, ledger and counter. `expected` is
 * how many charges each should keep; a user who is not in it must not exist.
 */
export async function checkEffects(
  database: Queryable,
  clientIds: readonly number[],
  expected: ReadonlyMap<string, number>,
): Promise<void> {
  const found = await database.query<Effect>(
    `select u.external_user_id as user,
       (select count(*) from turns t where t.client_id = u.client_id
          and t.external_user_id = u.external_user_id and not t.refunded)::int as kept,
       (select sum(case kind when 'charge' then requests else -requests end) from ledger l
          where l.client_id = u.client_id and l.external_user_id = u.external_user_id)::int as charged,
       sum(u.requests)::int as counted
     from usage_users u where client_id = any ($1) group by u.client_id, u.external_user_id`,
    [clientIds],
  );
  const wrong = found.filter((effect) => {
    const kept = expected.get(effect.user);
    return effect.kept !== kept || effect.charged !== kept || effect.counted !== kept;
  });
  assert.deepEqual(wrong, [], 'charged more or less than once');
  const users = new Set(found.map(({ user }) => user));
  const missing = [...expected].filter(([user, kept]) => kept > 0 && !users.has(user));
  assert.deepEqual(missing, [], 'never charged');
}
