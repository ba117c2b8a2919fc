import type { SubscriptionStatus } from '#contract/closed-sets.ts';
import { matchLanguage } from '#contract/languages/match-language.ts';
import { storedForms } from '#core/clients/email.ts';
import type { Account, AccountStore } from '#core/sign-in/sign-in-store.ts';
import type { Queryable } from '../database/database.ts';

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
  language: string | null;
  invited_language: string | null;
}

/** Reads everything that decides on a sign-in. The only reader of password hashes. */
export class PostgresAccountStore implements AccountStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async find(slug: string, email: string): Promise<Account | null> {
    const [row] = await this.#database.query<AccountRow>(
      `select c.id as client_id, c.slug, c.enabled as client_enabled, c.subscription_status,
         u.id as user_id, u.email, u.admin, u.enabled, u.must_change_password, u.password_hash,
         u.language, u.invited_language
       from clients c join hosted_users u on u.client_id = c.id where c.slug = $1 and u.email = any($2)`,
      [slug, storedForms(email)],
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
      language: matchLanguage([row.language]),
      invitedLanguage: matchLanguage([row.invited_language]),
    };
  }
}
