/**
 * Admission as one would write it by hand: the same rows in the same tables, one transaction of six statements per
 * request, for one client. It checks only the client's daily limit, and takes that row last, so that it is held as
 * briefly as possible. `DATABASE_URL=… node bench/programs/same-rows.ts --requests N --concurrency 256` prints a
 * `Rate`.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Pool, type PoolClient } from 'pg';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import { printRate, rateFlags, readRateFlags, saturate } from '../support/saturate.ts';

const { values } = parseArgs({ options: rateFlags });
const connectionString = process.env['DATABASE_URL'] ?? '';
await migrate({ connectionString });
const pool = new Pool({ connectionString });
const clientId = 1;
const processId = randomUUID();
const prompt = 'Tell me about the weather in spring.';

/** Prepared once per connection, as a careful author would do. */
const statements = {
  conversation: `insert into conversations (client_id, id, external_user_id, agent_slug, title, next_seq, message_count)
    values ($1, $2, $3, 'assistant', $4, 3, 1)`,
  question: `insert into messages (client_id, conversation_id, seq, id, role, content, status, turn_id)
    values ($1, $2, 1, $3, 'user', $4, 'complete', $5)`,
  turn: `insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, attempt,
      process_id, priority, deep_dive, retry, on_disconnect, user_message_id, user_seq, message_id, answer_seq,
      charge_day, started_at)
    values ($1, $2, $3, $4, 'assistant', 'stream', 'running', 1, $5, false, false, false, 'cancel', $6, 1, $7, 2,
      (now() at time zone 'utc')::date, now())`,
  charge: `insert into ledger (client_id, turn_id, kind, external_user_id, day, requests, priority, deep_dive)
    values ($1, $2, 'charge', $3, (now() at time zone 'utc')::date, 1, 0, 0)`,
  user: `insert into usage_users as u (client_id, day, external_user_id, requests)
    values ($1, (now() at time zone 'utc')::date, $2, 1)
    on conflict (client_id, day, external_user_id) do update set requests = u.requests + 1`,
  client: `insert into usage_clients as u (client_id, day, requests) values ($1, (now() at time zone 'utc')::date, 1)
    on conflict (client_id, day) do update set requests = u.requests + 1 where u.requests < 2000000000`,
} as const;

printRate(await saturate(admit, readRateFlags(values)));
await pool.end();

async function admit(number: number): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    if (await store(connection, `user-${number}`)) await connection.query('commit');
    else throw new Error('the day was used up');
  } finally {
    connection.release();
  }
}

/** False when the client has no request left. */
async function store(connection: PoolClient, user: string): Promise<boolean> {
  const run = (name: keyof typeof statements, parameters: readonly unknown[]) =>
    connection.query({ name, text: statements[name], values: [clientId, ...parameters] });
  const [conversation, question, turn, answer] = Array.from({ length: 4 }, () => randomUUID());
  await run('conversation', [conversation, user, prompt]);
  await run('question', [conversation, question, prompt, turn]);
  await run('turn', [turn, conversation, user, processId, question, answer]);
  await run('charge', [turn, user]);
  await run('user', [user]);
  return (await run('client', [])).rowCount === 1;
}
