import type {
  BlockedUser,
  BlockedUserStore,
  BlockedUserWriter,
  Person,
} from '#core/identity/blocked-user.ts';
import { camelRow, camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';

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

  find(clientId: number, userId: string): Promise<BlockedUser | null> {
    return camelRow(
      this.#database,
      `select ${columns} from blocked_users where client_id = $1 and external_user_id = $2`,
      [clientId, userId],
    );
  }

  list(clientId: number, after: string | null, limit: number): Promise<BlockedUser[]> {
    return camelRows(
      this.#database,
      `select ${columns} from blocked_users
       where client_id = $1 and ($2::text is null or external_user_id > $2) order by external_user_id limit $3`,
      [clientId, after, limit],
    );
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
