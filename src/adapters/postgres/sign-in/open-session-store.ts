import type { EndedAccess } from '#core/identity/ended-access.ts';
import type { OpenSession } from '#core/sign-in/open-session.ts';
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
