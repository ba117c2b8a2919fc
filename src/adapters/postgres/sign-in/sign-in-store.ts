import { matchLanguage } from '#contract/languages/match-language.ts';
import { storedForms } from '#core/clients/email.ts';
import type { Account, AccountStore } from '#core/sign-in/sign-in-store.ts';
import { camelRow } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';

interface AccountRow extends Omit<Account, 'language' | 'invitedLanguage'> {
  readonly language: string | null;
  readonly invitedLanguage: string | null;
}

/** Reads everything that decides on a sign-in. The only reader of password hashes. */
export class PostgresAccountStore implements AccountStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async find(slug: string, email: string): Promise<Account | null> {
    const row = await camelRow<AccountRow>(
      this.#database,
      `select c.id as client_id, c.slug, c.enabled as client_enabled, c.subscription_status,
         u.id as user_id, u.email, u.admin, u.enabled, u.must_change_password, u.password_hash,
         u.language, u.invited_language
       from clients c join hosted_users u on u.client_id = c.id where c.slug = $1 and u.email = any($2)`,
      [slug, storedForms(email)],
    );
    if (row === null) return null;
    return {
      ...row,
      language: matchLanguage([row.language]),
      invitedLanguage: matchLanguage([row.invitedLanguage]),
    };
  }
}
