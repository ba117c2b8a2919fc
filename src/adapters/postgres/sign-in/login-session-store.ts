import { hostedUserIdentity } from '#core/clients/hosted-user.ts';
import type { LoginSessionStore, LoginState, OpenLoginSession } from '#core/identity/login-session-store.ts';
import { isUuid } from '#core/shared/new-id.ts';
import type { LoginSessionWriter, NewLoginSession } from '#core/sign-in/sign-in-store.ts';
import { appendAuditEntry } from '../administration/audit-store.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Database, Queryable } from '../database/database.ts';

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

/** Stores and ends login sessions. */
export class PostgresLoginSessionWriter implements LoginSessionWriter {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Disabling a user and setting a password update the user's row and then delete its sessions and codes. Locking the
   * row first, in the same order, keeps a concurrent sign-in from creating a session in between.
   */
  async start(session: NewLoginSession, codeHash: Buffer): Promise<boolean> {
    const { id, clientId, userId, expiresAt, userAgent, address } = session;
    return this.#database.transaction(async (transaction) => {
      const [user] = await transaction.query(
        `select id from hosted_users where client_id = $1 and id = $2 and enabled for no key update`,
        [clientId, userId],
      );
      if (user === undefined) return false;
      const [code] = await transaction.query(
        `delete from login_codes where code_hash = $1 and purpose = 'hand-over' and expires_at > now()
         returning user_id`,
        [codeHash],
      );
      if (code === undefined) return false;
      await transaction.query(
        `with ended as (delete from login_sessions where client_id = $1 and expires_at < now()),
           seen as (update hosted_users set last_seen_at = now() where client_id = $1 and id = $3)
         insert into login_sessions (client_id, id, user_id, expires_at, user_agent, address)
           values ($1, $2, $3, $4, $5, $6)`,
        [clientId, id, userId, expiresAt, userAgent, address],
      );
      return true;
    });
  }

  async end(clientId: number, sessionId: string, actor: string | null): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const [session] = await transaction.query<{ user_id: string }>(
        'delete from login_sessions where client_id = $1 and id = $2 returning user_id',
        [clientId, sessionId],
      );
      if (session === undefined) return false;
      if (actor !== null) {
        const subject = hostedUserIdentity(session.user_id);
        const action = 'user.end_session';
        await appendAuditEntry(transaction, { clientId, actor, action, subject, before: null, after: null });
      }
      return true;
    });
  }

  list(clientId: number, limit: number): Promise<OpenLoginSession[]> {
    return camelRows(
      this.#database,
      `select s.id, s.user_id, u.email, s.created_at, s.expires_at, s.user_agent, s.address
       from login_sessions s join hosted_users u on u.client_id = s.client_id and u.id = s.user_id
       where s.client_id = $1 and s.expires_at > now() order by s.created_at desc, s.id limit $2`,
      [clientId, limit],
    );
  }
}
