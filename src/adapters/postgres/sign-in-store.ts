import type { SubscriptionStatus } from '#contract/resources.ts';
import type { CodeHolder, CodePurpose, NewCode, OneTimeCodeStore } from '#core/identity/one-time-code.ts';
import type { Account, AccountStore } from '#core/identity/sign-in-store.ts';
import type { Queryable } from './database.ts';

interface AccountRow {
  client_id: number;
  slug: string;
  client_enabled: boolean;
  subscription_status: SubscriptionStatus;
  user_id: string;
  email: string;
  admin: boolean;
  enabled: boolean;
  must_change_password: boolean;
  password_hash: string;
}

/** Reads what a sign-in is decided on: the only reader of password hashes. */
export class PostgresAccountStore implements AccountStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async find(slug: string, email: string): Promise<Account | null> {
    const [row] = await this.#database.query<AccountRow>(
      `select c.id as client_id, c.slug, c.enabled as client_enabled, c.subscription_status,
         u.id as user_id, u.email, u.admin, u.enabled, u.must_change_password, u.password_hash
       from clients c join hosted_users u on u.client_id = c.id where c.slug = $1 and u.email = $2`,
      [slug, email],
    );
    if (row === undefined) return null;
    return {
      clientId: row.client_id,
      slug: row.slug,
      clientEnabled: row.client_enabled,
      subscriptionStatus: row.subscription_status,
      userId: row.user_id,
      email: row.email,
      admin: row.admin,
      enabled: row.enabled,
      mustChangePassword: row.must_change_password,
      passwordHash: row.password_hash,
    };
  }
}

interface HolderRow {
  client_id: number;
  slug: string;
  subscription_status: SubscriptionStatus;
  user_id: string;
  email: string;
  admin: boolean;
  bound_to: Buffer | null;
}

const holders = (source: string) => `select l.client_id, c.slug, c.subscription_status, l.user_id, u.email,
    u.admin, l.bound_to
  from ${source} l join clients c on c.id = l.client_id and c.enabled
    join hosted_users u on u.client_id = l.client_id and u.id = l.user_id and u.enabled
  where l.code_hash = $1 and l.purpose = any($2) and l.expires_at > now()`;
const taking = `with taken as (delete from login_codes where code_hash = $1 returning *) ${holders('taken')}`;
const finding = holders('login_codes');

/** Secrets that work once. */
export class PostgresOneTimeCodeStore implements OneTimeCodeStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async insert(hash: Buffer, code: NewCode, ttlSeconds: number): Promise<void> {
    await this.#database.query(
      `with ended as (delete from login_codes where expires_at < now())
       insert into login_codes (code_hash, purpose, client_id, user_id, bound_to, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [hash, code.purpose, code.clientId, code.userId, code.boundTo, ttlSeconds],
    );
  }

  find(purposes: readonly CodePurpose[], hash: Buffer): Promise<CodeHolder | null> {
    return this.#holder(finding, purposes, hash);
  }

  take(purposes: readonly CodePurpose[], hash: Buffer): Promise<CodeHolder | null> {
    return this.#holder(taking, purposes, hash);
  }

  async #holder(sql: string, purposes: readonly CodePurpose[], hash: Buffer): Promise<CodeHolder | null> {
    const [row] = await this.#database.query<HolderRow>(sql, [hash, purposes]);
    if (row === undefined) return null;
    return {
      clientId: row.client_id,
      slug: row.slug,
      subscriptionStatus: row.subscription_status,
      userId: row.user_id,
      email: row.email,
      admin: row.admin,
      boundTo: row.bound_to,
    };
  }
}
