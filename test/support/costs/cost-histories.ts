import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { ModelPrice } from '#contract/usage/prices.ts';
import type { Random } from '../batches/random.ts';

/** Calls that are alike, as they are stored. */
export interface StoredCalls {
  readonly client: number;
  readonly day: string;
  readonly model: string;
  readonly agent: string;
  readonly outcome: 'completed' | 'failed';
  readonly calls: number;
  readonly calls_without_tokens: number;
  readonly input_tokens: number | null;
  readonly cache_read_tokens: number | null;
  readonly cache_write_tokens: number | null;
  readonly output_tokens: number | null;
}

export interface JudgedCost {
  readonly amount: string | null;
  readonly unpriced: readonly string[];
  readonly calls_without_tokens: number;
}

export interface CostHistory {
  readonly prices: readonly ModelPrice[];
  readonly calls: readonly StoredCalls[];
}

/** The days around which prices begin and calls are made: two months with the end of the first between them. */
const firstDay = Date.UTC(2020, 0, 25);
const days = 20;

export function dayAt(number: number): string {
  return new Date(firstDay + number * 86_400_000).toISOString().slice(0, 10);
}

/** Prices of up to three models, some without any, and what a client has called of them. */
export function randomHistory(client: number, random: Random): CostHistory {
  const below = (limit: number) => random.below(limit);
  const decimal = () => {
    const fraction = below(3) === 0 ? '' : `.${below(1_000_000_000)}`;
    return `${below(4) === 0 ? 0 : below(200)}${fraction}`;
  };
  const models = Array.from({ length: 1 + below(3) }, (_, model) => `p${client}/m/${model}`);
  const prices = models.flatMap((model) => {
    const begins = new Set(Array.from({ length: below(4) }, () => dayAt(below(days))));
    return [...begins].map((from_day) => ({
      model,
      from_day,
      currency: 'USD',
      input: decimal(),
      cache_read: below(2) === 0 ? null : decimal(),
      cache_write: below(2) === 0 ? null : decimal(),
      output: decimal(),
    }));
  });
  const used = models.flatMap((model) =>
    Array.from({ length: below(12) }, () => ({ model, day: dayAt(below(days)) })),
  );
  const calls = new Map(
    used.map(({ model, day }) => {
      const key = {
        client,
        day,
        model,
        agent: `a${below(2)}`,
        outcome: below(3) ? 'completed' : 'failed',
      } as const;
      return [Object.values(key).join(' '), { ...key, ...randomTokens(below) }] as const;
    }),
  );
  return { prices, calls: [...calls.values()] };
}

function randomTokens(below: (number: number) => number) {
  const calls = 1 + below(50);
  const input = below(5) === 0 ? null : below(2) === 0 ? below(2_000) : below(2_000_000_000);
  const read = input === null || below(2) === 0 ? null : below(input + 1);
  const write = input === null || below(2) === 0 ? null : below(input - (read ?? 0) + 1);
  const output = below(5) === 0 ? null : below(3_000_000);
  return {
    calls,
    calls_without_tokens: input === null || output === null ? 1 + below(calls) : 0,
    input_tokens: input,
    cache_read_tokens: read,
    cache_write_tokens: write,
    output_tokens: output,
  };
}

/** Many clients at once. Their slugs are in the order of their numbers. */
export function storeClients(database: Queryable, number: number): Promise<{ id: number; slug: string }[]> {
  return database.query(
    `with made as (
       insert into clients (slug, name, source_app, subscription_status, default_agent, scopes, handoff_kid, key_hash,
         key_prefix)
       select slug, 'A partner', slug, 'trial', 'assistant', '{chat}', gen_random_uuid(), sha256(slug::bytea), 'test'
       from (select 'c' || lpad(n::text, 6, '0') as slug from generate_series(1, $1::int) n) s returning id, slug)
     select id, slug from made order by slug`,
    [number],
  );
}

/** Stores prices and calls as the fold leaves them; `clients` are the ids of the clients of the calls. */
export async function storeHistories(
  database: Queryable,
  { prices, calls }: CostHistory,
  clients: readonly number[],
): Promise<void> {
  await database.query(
    `insert into model_prices select * from jsonb_to_recordset($1) as p(model text, from_day date, currency text,
       input numeric, cache_read numeric, cache_write numeric, output numeric)`,
    [JSON.stringify(prices)],
  );
  const stored = calls.map((row) => ({ ...row, client: clients[row.client] }));
  await database.query(
    `insert into usage_calls (client_id, day, provider, model, agent_slug, kind, outcome, ${columns})
     select client, day, split_part(model, '/', 1), substr(model, strpos(model, '/') + 1), agent, 'answer', outcome,
       ${columns}
     from jsonb_to_recordset($1) as c(client integer, day date, model text, agent text, outcome text, calls bigint,
       calls_without_tokens bigint, input_tokens bigint, cache_read_tokens bigint, cache_write_tokens bigint,
       output_tokens bigint)`,
    [JSON.stringify(stored)],
  );
  await addUpCalls(database);
}

const names = ['calls', 'calls_without_tokens', 'input_tokens', 'cache_read_tokens', 'cache_write_tokens'];
const columns = [...names, 'output_tokens'].join(', ');
const sums = [...names, 'output_tokens'].map((name) => `sum(${name})`).join(', ');

/** What the fold makes of usage_calls beside it. */
export async function addUpCalls(database: Queryable): Promise<void> {
  await database.query('delete from usage_call_days');
  await database.query('delete from usage_call_months');
  await database.query(
    `insert into usage_call_days (day, provider, model, agent_slug, kind, outcome, ${columns})
     select day, provider, model, agent_slug, kind, outcome, ${sums} from usage_calls group by 1, 2, 3, 4, 5, 6`,
  );
  await database.query(
    `insert into usage_call_months (client_id, month, provider, model, ${columns})
     select client_id, date_trunc('month', day::timestamp)::date, provider, model, ${sums}
     from usage_calls group by 1, 2, 3, 4`,
  );
}

/** What each list of calls costs, as Python computes it. */
export async function judgeCosts(
  prices: readonly ModelPrice[],
  lists: readonly (readonly StoredCalls[])[],
): Promise<readonly JudgedCost[]> {
  const program = join(import.meta.dirname, 'judge_costs.py');
  const child = spawn('python3', [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  child.stdin.end(JSON.stringify({ prices, sums: lists }));
  const judged = await json(child.stdout);
  await closed;
  if (!isJudgement(judged, lists.length)) throw new Error('Python computed something else');
  return judged;
}

function isJudgement(value: unknown, length: number): value is readonly JudgedCost[] {
  return Array.isArray(value) && value.length === length;
}
