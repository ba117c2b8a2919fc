import type { MinuteRow } from '#core/screens/screen-store.ts';
import { leastIdAt } from '#core/shared/new-id.ts';
import type { Queryable } from '../database/database.ts';

const midnight = `(date_trunc('day', now() at time zone 'utc') at time zone 'utc')`;
const dayMs = 86_400_000;
/** How far the clocks of processes, which make the ids, may be from the database's. */
const clocksApartMs = 3_600_000;

export function callsOfToday(database: Queryable): Promise<MinuteRow[]> {
  return database.query<MinuteRow>(
    `select minute as at, sum(calls)::float8 as count, sum(failed)::float8 as failed
     from provider_minutes where minute >= ${midnight} group by 1 order by 1`,
  );
}

/** Turns are in the order of their ids, so the newest are read from the end of the client's part of the index. */
export function turnsOfToday(database: Queryable, clientId: number, limit: number): Promise<MinuteRow[]> {
  const earliest = Math.floor(Date.now() / dayMs) * dayMs - clocksApartMs;
  return database.query<MinuteRow>(
    `select date_trunc('minute', t.created_at) as at, count(*)::float8 as count,
       (count(*) filter (where t.state in ('failed', 'expired')))::float8 as failed
     from (select created_at, state from turns where client_id = $1 and id >= $2 order by id desc limit $3) t
     where t.created_at >= ${midnight} group by 1 order by 1`,
    [clientId, leastIdAt(earliest), limit],
  );
}
