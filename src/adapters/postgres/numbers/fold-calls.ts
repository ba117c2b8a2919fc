import { callColumns } from '../usage/call-columns.ts';

/** Added up, and null where every summand is: a provider that counts nothing has not counted zero. */
const added = (column: string) =>
  `${column} = coalesce(m.${column} + excluded.${column}, m.${column}, excluded.${column})`;

const names = callColumns.join(', ');
const sums = callColumns.map((column) => `sum(${column})`).join(', ');
const additions = callColumns.map(added).join(', ');

/** The provider and the model of a reference, both empty where the process did not say what it called. */
const providerAndModel = `split_part(model_reference, '/', 1),
        substr(model_reference, strpos(model_reference, '/') + 1)`;

/**
 * One process folds at a time: the others find the lock taken and leave the entries to it. A day on which a client has
 * only had calls that were charged the day before gets its row of usage. $1: the entries that are taken at most.
 */
export const foldCallsSql = `
  with lock as materialized (select pg_try_advisory_xact_lock(hashtext('parley usage_calls')) as is_mine),
  taken as (
    delete from usage_call_entries e using lock
      where lock.is_mine and e.ctid in (select ctid from usage_call_entries limit $1)
      returning e.client_id, e.day, e.model_reference, e.agent_slug, e.kind, e.outcome,
        ${callColumns.map((column) => `e.${column}`).join(', ')}
  ), folded as (
    insert into usage_calls as m (client_id, day, provider, model, agent_slug, kind, outcome, ${names})
      select client_id, day, ${providerAndModel}, agent_slug, kind, outcome, ${sums}
      from taken group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
      on conflict (client_id, day, provider, model, agent_slug, kind, outcome) do update set ${additions}
  ), of_all as (
    insert into usage_call_days as m (day, provider, model, agent_slug, kind, outcome, ${names})
      select day, ${providerAndModel}, agent_slug, kind, outcome, ${sums}
      from taken group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (day, provider, model, agent_slug, kind, outcome) do update set ${additions}
  ), of_months as (
    insert into usage_call_months as m (client_id, month, provider, model, ${names})
      select client_id, date_trunc('month', day::timestamp)::date, ${providerAndModel}, ${sums}
      from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (client_id, month, provider, model) do update set ${additions}
  ), used as (
    insert into usage_clients (client_id, day)
      select distinct client_id, day from taken t
      where exists (select from clients c where c.id = t.client_id) order by 1, 2
      on conflict do nothing
  )
  select count(*) as taken from taken`;
