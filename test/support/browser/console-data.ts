import type { Database } from '#adapters/postgres/database/database.ts';

interface Named {
  readonly id: number;
  /** How large the partner is beside the others. */
  readonly weight: number;
}

const models = [
  ['openai', 'gpt-large', 0.5],
  ['openai', 'gpt-small', 0.28],
  ['anthropic', 'claude-medium', 0.22],
] as const;

/** A month of use, an hour of calls and some refusals, the same in every run, so that pictures can be compared. */
export async function fillConsole(database: Database, partners: readonly Named[]): Promise<void> {
  await fillUsage(database, partners);
  await sumUsage(database);
  await fillMinutes(database);
  await fillRefusals(database);
}

async function fillUsage(database: Database, partners: readonly Named[]): Promise<void> {
  for (const { id, weight } of partners) {
    for (let day = 0; day < 30; day++) {
      const busy = Math.round(weight * (60 + 35 * Math.sin(day / 2.1 + id) + 25 * Math.cos(day * 1.7)));
      await database.query(
        `insert into usage_clients (client_id, day, requests, priority, deep_dive)
         values ($1, (now() at time zone 'utc')::date - $2::int, $3, $4, $5)`,
        [id, day, busy, Math.round(busy / 9), Math.round(busy / 14)],
      );
      for (const [provider, model, share] of models)
        await fillModel(database, id, day, provider, model, busy * share);
    }
  }
}

async function fillModel(
  database: Database,
  client: number,
  day: number,
  provider: string,
  model: string,
  busy: number,
): Promise<void> {
  const turns = Math.max(1, Math.round(busy));
  const failed = Math.round(turns * (0.01 + 0.02 * Math.abs(Math.sin(day + model.length))));
  await database.query(
    `insert into usage_models (client_id, day, provider, model, delivery, agent_slug, turns, failed, cancelled,
       expired, refunded, input_tokens, output_tokens, first_texts, first_text_ms)
     values ($1, (now() at time zone 'utc')::date - $2::int, $3, $4, $5, 'assistant', $6, $7, $8, 0, $7, $9, $10, $6, $11)`,
    [
      client,
      day,
      provider,
      model,
      model === 'gpt-small' ? 'job' : 'stream',
      turns,
      failed,
      Math.round(turns / 40),
      turns * 820,
      turns * 340,
      turns * Math.round(480 + 120 * Math.sin(day)),
    ],
  );
}

/** As the fold would have left it. */
async function sumUsage(database: Database): Promise<void> {
  const sums = ['turns', 'failed', 'cancelled', 'expired', 'refunded', 'input_tokens', 'output_tokens'];
  const summed = [...sums, 'first_texts', 'first_text_ms'].map((name) => `sum(${name})`).join(', ');
  await database.query(
    `insert into usage_days select day, provider, model, delivery, agent_slug, ${summed} from usage_models
     group by 1, 2, 3, 4, 5`,
  );
  await database.query(
    `insert into usage_months select client_id, date_trunc('month', day)::date, sum(turns) from usage_models
     group by 1, 2`,
  );
}

async function fillMinutes(database: Database): Promise<void> {
  for (let minute = 0; minute < 60; minute++) {
    const calls = Math.round(14 + 8 * Math.sin(minute / 5));
    const failed = minute > 22 && minute < 27 ? Math.round(calls / 2) : 0;
    await database.query(
      `insert into provider_minutes (minute, provider, model, calls, failed, timeouts, first_text_buckets, duration_buckets)
       select date_trunc('minute', now()) - make_interval(mins => $1::int), 'openai', 'mock', $2, $3, 0, b, b
       from (select array_fill(0, array[$4::int]) || array[$2::int] || array_fill(0, array[$5::int]) as b) as buckets`,
      [minute, calls, failed, 6, 9],
    );
  }
}

async function fillRefusals(database: Database): Promise<void> {
  const refusals = [
    ['quota_exceeded', 412],
    ['rate_limited', 96],
    ['invalid_api_key', 31],
    ['conversation_busy', 12],
  ] as const;
  for (const [code, count] of refusals) {
    await database.query(
      `insert into refusal_minutes (minute, client_id, code, refusals)
       values (date_trunc('minute', now()) - interval '20 minutes', 0, $1, $2)`,
      [code, count],
    );
  }
}
