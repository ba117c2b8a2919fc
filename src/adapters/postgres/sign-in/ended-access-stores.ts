import type { EndedAccess, OpenKey, OpenSession } from '#core/identity/ended-access.ts';
import { previousKeyLasts } from '../administration/client-store.ts';
import type { Queryable } from '../database/database.ts';

/** Checks which sessions of open answers are still valid. */
export class PostgresOpenSessionStore implements EndedAccess<OpenSession> {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async findEnded(sessions: readonly OpenSession[]): Promise<number[]> {
    const rows = await this.#database.query<{ place: number }>(
      `select (o.n - 1)::int as place
       from unnest($1::int[], $2::text[], $3::text[]) with ordinality o(client_id, kid, session_id, n)
       left join clients c on c.id = o.client_id
       where not coalesce(c.enabled and c.handoff_kid = o.kid, false)
         or (o.session_id is not null and not exists (
           select from login_sessions s where s.client_id = o.client_id and s.id = o.session_id))`,
      [
        sessions.map(({ clientId }) => clientId),
        sessions.map(({ handoffKid }) => handoffKid),
        sessions.map(({ loginSessionId }) => loginSessionId),
      ],
    );
    return rows.map(({ place }) => place);
  }
}

/** Checks which keys of open answers are still valid. */
export class PostgresOpenKeyStore implements EndedAccess<OpenKey> {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async findEnded(keys: readonly OpenKey[]): Promise<number[]> {
    const rows = await this.#database.query<{ place: number }>(
      `select (o.n - 1)::int as place
       from unnest($1::int[], $2::bytea[]) with ordinality o(client_id, hash, n)
       left join clients c on c.id = o.client_id
       where not coalesce(c.enabled
         and (c.key_hash = o.hash or (c.previous_key_hash = o.hash and ${previousKeyLasts})), false)`,
      [keys.map(({ clientId }) => clientId), keys.map(({ keyHash }) => keyHash)],
    );
    return rows.map(({ place }) => place);
  }
}
