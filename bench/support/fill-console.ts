import { inDatabase } from './fill-tables.ts';

export interface ConsoleSize {
  readonly clients: number;
  /** Ended turns, spread evenly over the clients and over 92 days. */
  readonly turns: number;
}

const DAYS = 92;

/**
 * Fills every table that a screen of the console reads, as that many clients and turns leave it: counters and totals
 * by day, refusals and calls by the minute, the audit log, and the turns themselves. Returns the seconds it took.
 */
export async function fillConsole(databaseUrl: string, { clients, turns }: ConsoleSize): Promise<number> {
  const startedAt = performance.now();
  await inDatabase(databaseUrl, async (client) => {
    // The log of changes would be larger than the data, and nothing here has to survive a crash.
    await client.query(`set synchronous_commit = off; set max_parallel_maintenance_workers = 2`);
    await client.query(INSERT_CLIENTS, [clients]);
    await client.query(INSERT_DAYS, [DAYS]);
    await client.query(INSERT_MODELS, [DAYS, Math.max(1, Math.round(turns / clients / DAYS / 3))]);
    await client.query(SUM_DAYS);
    await client.query(SUM_MONTHS);
    await client.query(INSERT_REFUSALS);
    await client.query(INSERT_PROVIDER_MINUTES);
    await client.query(INSERT_AUDIT, [clients * 20]);
    await client.query('alter table turns disable trigger user');
    await client.query(INSERT_TURNS, [Math.ceil(turns / clients), DAYS]);
    await client.query('alter table turns enable trigger user');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
  return (performance.now() - startedAt) / 1000;
}

const INSERT_CLIENTS = `
  insert into clients (slug, name, source_app, subscription_status, daily_limit, default_agent, scopes, handoff_kid,
    key_hash, key_prefix)
  select 'partner-' || n, 'Partner ' || n, 'partner-' || n, 'active', case when n % 50 = 0 then 40 else 5000 end, 'assistant',
    '{chat}', 'kid-' || n, sha256(n::text::bytea), 'parley_sk_b'
  from generate_series(1, $1::integer) n`;

const INSERT_DAYS = `
  insert into usage_clients (client_id, day, requests, priority, deep_dive)
  select c.id, utc_day() - d, 10 + (c.id + d) % 40, (c.id + d) % 5, (c.id + d) % 3
  from clients c, generate_series(0, $1::integer - 1) d
  where c.slug like 'partner-%' order by c.id, d desc`;

/** $2: the turns of one row. */
const INSERT_MODELS = `
  insert into usage_models (client_id, day, provider, model, delivery, agent_slug, turns, failed, cancelled, expired,
    refunded, input_tokens, output_tokens, first_texts, first_text_ms)
  select c.id, utc_day() - d, 'openai', 'model-' || m, case m when 3 then 'job' else 'stream' end, 'assistant',
    $2::integer, $2::integer / 50, 0, 0, $2::integer / 50, $2::bigint * 800, $2::bigint * 300, $2::integer,
    $2::bigint * 480
  from clients c, generate_series(0, $1::integer - 1) d, generate_series(1, 3) m
  where c.slug like 'partner-%' order by c.id, d desc, m`;

const SUM_DAYS = `
  insert into usage_days select day, provider, model, delivery, agent_slug, sum(turns), sum(failed), sum(cancelled),
    sum(expired), sum(refunded), sum(input_tokens), sum(output_tokens), sum(first_texts), sum(first_text_ms)
  from usage_models group by 1, 2, 3, 4, 5`;

const SUM_MONTHS = `
  insert into usage_months select client_id, date_trunc('month', day)::date, sum(turns) from usage_models group by 1, 2`;

const INSERT_REFUSALS = `
  insert into refusal_minutes (minute, client_id, code, refusals)
  select date_trunc('minute', now()) - m * interval '1 minute', m * 20 + n,
    case n % 3 when 0 then 'rate_limited' else 'quota_exceeded' end, 3
  from generate_series(0, 7 * 1440 - 1) m, generate_series(1, 20) n`;

const INSERT_PROVIDER_MINUTES = `
  insert into provider_minutes (minute, provider, model, calls, failed, timeouts, first_text_buckets,
    duration_buckets)
  select date_trunc('minute', now()) - m * interval '1 minute', 'openai', 'model-' || n, 100, 2, 1,
    array_fill(6, array[16]), array_fill(6, array[16])
  from generate_series(0, 7 * 1440 - 1) m, generate_series(1, 3) n
  on conflict do nothing`;

const INSERT_AUDIT = `
  insert into audit_log (client_id, actor, action, subject, before, after, at)
  select c.id, case n % 4 when 0 then 'cli:root@host' else 'op:' || md5((n % 30)::text)::uuid end,
    case n % 3 when 0 then 'client.update' when 1 then 'user.create' else 'client.rotate_key' end, c.slug,
    '{"daily_limit": 100}', '{"daily_limit": 200}', now() - ($1::integer - n) * interval '20 seconds'
  from generate_series(1, $1::integer) n
  join clients c on c.id = (select min(id) from clients where slug like 'partner-%')
    + n % (select count(*)::integer from clients where slug like 'partner-%')`;

/** $1: the turns of one client. Their ids ascend, as the service's own do. */
const INSERT_TURNS = `
  insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, attempt, priority,
    deep_dive, retry, on_disconnect, user_message_id, user_seq, message_id, answer_seq, charge_day, finish_reason,
    model, input_tokens, output_tokens, created_at, queued_at, started_at, finished_at, first_text_ms)
  select c.id, u.id, u.id, 'user-' || n % 100, 'assistant', 'stream', 'completed', 1, false, false, false, 'continue',
    u.id, 1, u.id, 2, at::date, 'stop', 'openai/model-1', 800, 300, at, at, at, at + interval '3 seconds', 480
  from clients c, generate_series(1, $1::integer) n,
    lateral (select lpad(to_hex(n), 12, '0')) h(x),
    lateral (select (h.x || '70008000' || lpad(to_hex(c.id), 12, '0'))::uuid) u(id),
    lateral (select now() - (($1::integer - n) * ($2::float / $1::integer)) * interval '1 day') t(at)
  where c.slug like 'partner-%' order by c.id, n`;
