import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { Harm } from './fault-services.ts';

/** How long the jobs of harmed processes stood still, in milliseconds. */
export interface Recovery {
  readonly harms: number;
  readonly jobs: number;
  /** Until other processes could take them. */
  readonly back: Spread;
  /** Until they ran again, without those that then waited for a limit of their own partner. */
  readonly runs: Spread;
}

export interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/**
 * For each job that ran in a harmed process: the time until it was back in the queue, and until its next attempt
 * began; or, for both, until it had ended. A job whose end was on its way to the database when its process died was
 * not hit.
 */
export async function measureRecovery(database: Queryable, harms: readonly Harm[]): Promise<Recovery> {
  const rows = await database.query<{ back: number; runs: number; is_limited: boolean }>(sql, [
    JSON.stringify(harms.map(({ name, at }) => ({ name, at: new Date(at) }))),
  ]);
  return {
    harms: harms.length,
    jobs: rows.length,
    back: spreadOf(rows.map(({ back }) => back)),
    runs: spreadOf(rows.filter(({ is_limited }) => !is_limited).map(({ runs }) => runs)),
  };
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.map((ms) => Math.round(ms)).sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

const sql = `
  with harm as (
    select * from jsonb_to_recordset($1::jsonb) as h(name text, at timestamptz)
  ), held as (
    select distinct on (harm.name, s.client_id, s.turn_id) harm.name, harm.at as harmed_at, s.*
    from harm join test_history s on s.at <= harm.at
    order by harm.name, s.client_id, s.turn_id, s.n desc
  )
  select extract(epoch from back.at - held.harmed_at)::float * 1000 as back,
    extract(epoch from later.at - held.harmed_at)::float * 1000 as runs,
    c.concurrent_turns is not null and later.attempt > held.attempt as is_limited
  from held
  join test_processes p on p.process_id = held.process_id and p.name = held.name
  join turns t on t.client_id = held.client_id and t.id = held.turn_id and t.door = 'job'
  join clients c on c.id = held.client_id
  cross join lateral (
    select l.* from test_history l
    where l.client_id = held.client_id and l.turn_id = held.turn_id and l.n > held.n
      and (l.attempt > held.attempt or l.state not in ('queued', 'running'))
    order by l.n limit 1
  ) later
  cross join lateral (
    select min(b.at) as at from test_history b
    where b.client_id = held.client_id and b.turn_id = held.turn_id and b.n > held.n and b.state <> 'running'
  ) back
  where held.state = 'running' and (later.attempt > held.attempt or later.state <> 'completed')`;
