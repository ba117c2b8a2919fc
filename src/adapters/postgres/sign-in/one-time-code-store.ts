import {
  type CodeHolder,
  type CodePurpose,
  codeSeconds,
  type EmailCode,
  type OneTimeCodeStore,
  type TicketCode,
} from '#core/identity/one-time-code.ts';
import { camelRow } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';

const holders = (source: string) => `select l.client_id, c.slug, c.subscription_status, l.user_id, u.email,
    u.admin, l.bound_to
  from ${source} l join clients c on c.id = l.client_id and c.enabled
    join hosted_users u on u.client_id = l.client_id and u.id = l.user_id and u.enabled
  where l.code_hash = $1 and l.purpose = any($2) and l.expires_at > now()`;
const taking = `with taken as (delete from login_codes where code_hash = $1 returning *) ${holders('taken')}`;
const finding = holders('login_codes');

/** Skips rows that other transactions are deleting, so that two statements never wait for each other. */
const endingOldCodes = `ended as (delete from login_codes where code_hash in (
    select code_hash from login_codes where expires_at < now() for update skip locked))`;

/** Stores secrets that work once. */
export class PostgresOneTimeCodeStore implements OneTimeCodeStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  /**
   * The share lock waits for a password change that is being committed, and the decision uses its result. A later
   * change finds the ticket and deletes it.
   */
  async insertTicket(hash: Buffer, code: TicketCode, ttlSeconds: number): Promise<boolean> {
    const rows = await this.#database.query(
      `with ${endingOldCodes}
       insert into login_codes (code_hash, purpose, client_id, user_id, expires_at)
       select $1, $2, client_id, id, now() + make_interval(secs => $6)
       from hosted_users where client_id = $3 and id = $4 and password_hash = $5 for share
       returning user_id`,
      [hash, code.purpose, code.clientId, code.userId, code.passwordHash, ttlSeconds],
    );
    return rows.length === 1;
  }

  async insertEmailCode(hash: Buffer, code: EmailCode, ttlSeconds: number, most: number): Promise<boolean> {
    const rows = await this.#database.query(
      `with ${endingOldCodes}
       insert into login_codes (code_hash, purpose, client_id, user_id, expires_at)
       select $1, $2, $3, $4, now() + make_interval(secs => $5)
       where $6 > (select count(*) from login_codes
         where client_id = $3 and user_id = $4 and purpose = $2 and expires_at > now())
       returning user_id`,
      [hash, code.purpose, code.clientId, code.userId, ttlSeconds, most],
    );
    return rows.length === 1;
  }

  /** Updates the row in place, so that a concurrent password change deletes it in either of its forms. */
  async exchange(ticket: Buffer, slug: string, code: { hash: Buffer; boundTo: Buffer }): Promise<boolean> {
    const rows = await this.#database.query(
      `update login_codes l set code_hash = $3, purpose = 'hand-over', bound_to = $4,
         expires_at = now() + make_interval(secs => $5)
       from clients c, hosted_users u
       where l.code_hash = $1 and l.purpose = 'signed-in' and l.expires_at > now()
         and c.id = l.client_id and c.slug = $2 and c.enabled
         and u.client_id = l.client_id and u.id = l.user_id and u.enabled
       returning l.user_id`,
      [ticket, slug, code.hash, code.boundTo, codeSeconds['hand-over']],
    );
    return rows.length === 1;
  }

  find(purposes: readonly CodePurpose[], hash: Buffer): Promise<CodeHolder | null> {
    return camelRow(this.#database, finding, [hash, purposes]);
  }

  take(purposes: readonly CodePurpose[], hash: Buffer): Promise<CodeHolder | null> {
    return camelRow(this.#database, taking, [hash, purposes]);
  }
}
