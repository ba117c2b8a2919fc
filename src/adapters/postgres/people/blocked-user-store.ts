import type {
  BlockedUser,
  BlockedUserStore,
  BlockedUserWriter,
  Person,
} from '#core/identity/blocked-user.ts';
import type { Queryable } from '../database/database.ts';

interface BlockedRow {
  readonly external_user_id: string;
  readonly blocked_at: Date;
}

const columns = 'external_user_id, blocked_at';

/** Stores which end users may not send. An admission reads the same rows: see `readUsers`. */
export class PostgresBlockedUserStore implements BlockedUserStore, BlockedUserWriter {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async isBlocked({ clientId, userId }: Person): Promise<boolean> {
    return (await this.find(clientId, userId)) !== null;
  }

  async find(clientId: number, userId: string): Promise<BlockedUser | null> {
    const [row] = await this.#database.query<BlockedRow>(
      `select ${columns} from blocked_users where client_id = $1 and external_user_id = $2`,
      [clientId, userId],
    );
    return row === undefined ? null : blockedOf(row);
  }

  async list(clientId: number, after: string | null, limit: number): Promise<BlockedUser[]> {
    const rows = await this.#database.query<BlockedRow>(
      `select ${columns} from blocked_users
       where client_id = $1 and ($2::text is null or external_user_id > $2) order by external_user_id limit $3`,
      [clientId, after, limit],
    );
    return rows.map(blockedOf);
  }

  async insert(clientId: number, userId: string): Promise<boolean> {
    const rows = await this.#database.query(
      `insert into blocked_users (client_id, external_user_id) values ($1, $2)
       on conflict do nothing returning client_id`,
      [clientId, userId],
    );
    return rows.length === 1;
  }

  async delete(clientId: number, userId: string): Promise<boolean> {
    const rows = await this.#database.query(
      `delete from blocked_users b where client_id = $1 and external_user_id = $2
         and not exists (select from erasures e where e.client_id = $1 and e.external_user_id = $2)
       returning client_id`,
      [clientId, userId],
    );
    return rows.length === 1;
  }
}

function blockedOf(row: BlockedRow): BlockedUser {
  return { externalUserId: row.external_user_id, blockedAt: row.blocked_at };
}
