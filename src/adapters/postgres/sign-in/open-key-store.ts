import type { EndedAccess, OpenKey } from '#core/identity/ended-access.ts';
import { previousKeyLasts } from '../administration/client-store.ts';
import type { Queryable } from '../database/database.ts';

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
