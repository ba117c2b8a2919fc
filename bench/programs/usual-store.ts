import { createHash } from 'node:crypto';
import { Pool } from 'pg';

const SCHEMA = `
  create table clients (id integer primary key, key_hash text not null unique, daily_limit integer not null);
  create table daily_usage (
    client_id integer not null references clients, day date not null, used integer not null,
    primary key (client_id, day));
  create table conversations (
    id uuid primary key, client_id integer not null references clients, external_user_id text not null,
    created_at timestamptz not null default now());
  create table messages (
    id bigint generated always as identity primary key, conversation_id uuid not null references conversations,
    role text not null, content text not null, created_at timestamptz not null default now());
  create index on messages (conversation_id, id);`;

export type Message = { role: 'user' | 'assistant'; content: string };

/** Quota and transcript as a first version stores them: a query for each step, one row each. */
export class UsualStore {
  readonly #pool: Pool;

  static async open(url: string): Promise<UsualStore> {
    const pool = new Pool({ connectionString: url });
    await pool.query(SCHEMA);
    await pool.query('insert into clients values (1, $1, 2000000000)', [hash('Bearer bench')]);
    await pool.query(`insert into daily_usage values (1, (now() at time zone 'utc')::date, 0)`);
    return new UsualStore(pool);
  }

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async clientOfKey(authorization: string): Promise<number | null> {
    const { rows } = await this.#pool.query<{ id: number }>('select id from clients where key_hash = $1', [
      hash(authorization),
    ]);
    return rows[0]?.id ?? null;
  }

  async countRequest(clientId: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update daily_usage set used = used + 1
        where client_id = $1 and day = (now() at time zone 'utc')::date
          and used < (select daily_limit from clients where id = $1)`,
      [clientId],
    );
    return rowCount === 1;
  }

  async addConversation(id: string, clientId: number, externalUserId: string): Promise<void> {
    await this.#pool.query(
      'insert into conversations (id, client_id, external_user_id) values ($1, $2, $3)',
      [id, clientId, externalUserId],
    );
  }

  async addMessage(conversation: string, role: Message['role'], content: string): Promise<void> {
    await this.#pool.query('insert into messages (conversation_id, role, content) values ($1, $2, $3)', [
      conversation,
      role,
      content,
    ]);
  }

  async messages(conversation: string): Promise<Message[]> {
    const { rows } = await this.#pool.query<Message>(
      'select role, content from messages where conversation_id = $1 order by id limit 50',
      [conversation],
    );
    return rows;
  }
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
