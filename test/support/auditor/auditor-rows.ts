import assert from 'node:assert/strict';
import type { Queryable } from '#adapters/postgres/database/database.ts';

/** Counters = charges − refunds = turns that were not refunded, and no counter is above its limit. */
export async function usageIsExact(database: Queryable): Promise<void> {
  const wrong = await database.query(`
    with ledgered as (
      select client_id, external_user_id, day,
        sum(case kind when 'charge' then requests else -requests end) as requests,
        sum(case kind when 'charge' then priority else -priority end) as priority,
        sum(case kind when 'charge' then deep_dive else -deep_dive end) as deep_dive
      from ledger group by 1, 2, 3
    ), turned as (
      select client_id, external_user_id, charge_day as day, count(*) filter (where not refunded) as requests,
        count(*) filter (where not refunded and priority) as priority,
        count(*) filter (where not refunded and deep_dive) as deep_dive
      from turns group by 1, 2, 3
    )
    select 'user' as scope, l.*, t.requests as turns, u.requests as counted from ledgered l
      full join turned t using (client_id, external_user_id, day)
      full join usage_users u using (client_id, external_user_id, day)
      where (l.requests, l.priority, l.deep_dive) is distinct from (t.requests, t.priority, t.deep_dive)
        or (l.requests, l.priority, l.deep_dive) is distinct from (u.requests, u.priority, u.deep_dive)`);
  assert.deepEqual(wrong, [], 'usage is not what the ledger and the turns say');
  const over = await database.query(`
    select c.id, u.day, u.requests from usage_clients u join clients c on c.id = u.client_id
      where u.requests > c.daily_limit
        or (u.requests, u.priority, u.deep_dive) is distinct from
          (select (coalesce(sum(x.requests), 0)::int, coalesce(sum(x.priority), 0)::int,
              coalesce(sum(x.deep_dive), 0)::int)
           from usage_users x where x.client_id = u.client_id and x.day = u.day)
    union all
    select c.id, u.day, u.requests from usage_users u join clients c on c.id = u.client_id
      where u.requests > c.user_requests_limit or u.priority > c.user_priority_limit
        or u.deep_dive > c.user_deep_dive_limit`);
  assert.deepEqual(over, [], 'usage is above its limit, or a client is not the sum of its users');
}

export async function conversationsAreInOrder(database: Queryable): Promise<void> {
  const wrong = await database.query(`
    select t.id, t.state, q.seq as asked, a.seq as answered, a.status from turns t
      join conversations c on c.client_id = t.client_id and c.id = t.conversation_id
      left join messages q on q.client_id = t.client_id and q.id = t.user_message_id
        and q.conversation_id = t.conversation_id
      left join messages a on a.client_id = t.client_id and a.id = t.message_id
        and a.conversation_id = t.conversation_id
      where q.seq is null or a.seq is null or a.seq <= q.seq or a.reply_to <> q.id
        or (a.status = 'complete') <> (t.state = 'completed')`);
  assert.deepEqual(wrong, [], 'a turn without its question or its answer');
}

export async function queueIsEmpty(database: Queryable): Promise<void> {
  const left = await database.query(`
    select 'count' as what, lane, queued::int as number from lane_ranges where queued <> 0
    union all select 'output', null, count(*)::int from turn_output having count(*) > 0
    union all select 'held', null, count(*)::int from turns where process_id is not null or tag is not null
      having count(*) > 0`);
  assert.deepEqual(left, [], 'something of the queue is left');
}

/** The numbers that the operator reads are those of the turns, folded or not. */
export async function numbersAreExact(database: Queryable): Promise<void> {
  const wrong = await database.query(`
    with numbered as (
      select client_id, day, delivery, agent_slug, sum(turns) as turns, sum(failed) as failed,
        sum(cancelled) as cancelled, sum(expired) as expired, sum(refunded) as refunded,
        sum(first_texts) as first_texts
      from (
        select client_id, day, delivery, agent_slug, turns, failed, cancelled, expired, refunded, first_texts
          from usage_models
        union all
        select client_id, day, delivery, agent_slug, turns, failed, cancelled, expired, refunded, first_texts
          from usage_model_entries
      ) u group by 1, 2, 3, 4
    ), turned as (
      select client_id, charge_day as day, door as delivery, agent_slug, count(*) as turns,
        count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'cancelled') as cancelled,
        count(*) filter (where state = 'expired') as expired, count(*) filter (where refunded) as refunded,
        count(first_text_ms) as first_texts
      from turns where state not in ('queued', 'running') group by 1, 2, 3, 4
    )
    select n.*, t.turns as of_turns from numbered n full join turned t using (client_id, day, delivery, agent_slug)
      where (n.turns, n.failed, n.cancelled, n.expired, n.refunded, n.first_texts)
        is distinct from (t.turns, t.failed, t.cancelled, t.expired, t.refunded, t.first_texts)`);
  assert.deepEqual(wrong, [], 'the stored numbers are not those of the turns');
  await tokensAreExact(database);
}

/**
 * The tokens of turns are those of the calls that answered them, each counted once; release 0.4.0 counted them with the
 * turn.
 */
async function tokensAreExact(database: Queryable): Promise<void> {
  const wrong = await database.query(`
    with counted as (
      select client_id, agent_slug, coalesce(sum(input_tokens), 0) as input, coalesce(sum(output_tokens), 0) as output
      from (
        select client_id, agent_slug, input_tokens, output_tokens from usage_models
        union all select client_id, agent_slug, input_tokens, output_tokens from usage_model_entries
        union all select client_id, agent_slug, input_tokens, output_tokens from usage_calls
          where kind <> 'title' and outcome = 'completed'
        union all select client_id, agent_slug, input_tokens, output_tokens from usage_call_entries
          where kind <> 'title' and outcome = 'completed'
      ) u group by 1, 2
    ), turned as (
      select client_id, agent_slug, coalesce(sum(input_tokens), 0) as input, coalesce(sum(output_tokens), 0) as output
      from turns where state not in ('queued', 'running') group by 1, 2
    )
    select client_id, agent_slug, c.*, t.* from counted c full join turned t using (client_id, agent_slug)
      where (coalesce(c.input, 0), coalesce(c.output, 0)) <> (coalesce(t.input, 0), coalesce(t.output, 0))`);
  assert.deepEqual(wrong, [], 'tokens of answers are not counted once');
}
