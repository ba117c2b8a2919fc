import type { LoginSessionStore, LoginState } from '#core/identity/login-session-store.ts';
import { isUuid } from '#core/shared/new-id.ts';
import type { Queryable } from '../database/database.ts';

export class PostgresLoginSessionStore implements LoginSessionStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async find(clientId: number, hostedUserId: string, sessionId: string): Promise<LoginState | null> {
    if (!isUuid(hostedUserId)) return null;
    const [row] = await this.#database.query<{ enabled: boolean; admin: boolean; stands: boolean }>(
      `select u.enabled, u.admin, s.id is not null as stands
       from hosted_users u left join login_sessions s
         on s.client_id = u.client_id and s.user_id = u.id and s.id = $3 and s.expires_at > now()
       where u.client_id = $1 and u.id = $2`,
      [clientId, hostedUserId, sessionId],
    );
    return row === undefined ? null : { enabled: row.enabled, admin: row.admin, sessionStands: row.stands };
  }
}
