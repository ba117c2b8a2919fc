import type { Language } from '#contract/languages/languages.ts';
import { matchLanguage } from '#contract/languages/match-language.ts';
import { storedForms } from '#core/clients/email.ts';
import type {
  AdministratorStore,
  HostedUser,
  HostedUserKey,
  HostedUserWriter,
  LanguageWriter,
  NewHostedUser,
  TenantAdministrators,
} from '#core/clients/hosted-user.ts';
import { camelRow, camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';

interface UserRow extends Omit<HostedUser, 'language' | 'invitedLanguage' | 'linkIssued'> {
  readonly language: string | null;
  readonly invitedLanguage: string | null;
  readonly linkIssuedBy: string | null;
  readonly linkIssuedAt: Date | null;
}

interface AdministratorRow {
  readonly slug: string;
  readonly email: string | null;
  readonly language: string | null;
  readonly invitedLanguage: string | null;
}

const columns = `id, email, admin, enabled, must_change_password, created_at, last_seen_at,
  link_issued_by, link_issued_at, language, invited_language`;

/** Stores the people who sign in. Password hashes are written here and never read. */
export class PostgresHostedUserStore implements HostedUserWriter, LanguageWriter, AdministratorStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async find(clientId: number, key: HostedUserKey): Promise<HostedUser | null> {
    const [column, values] = 'id' in key ? ['id', [key.id]] : ['email', storedForms(key.email)];
    const row = await camelRow<UserRow>(
      this.#database,
      `select ${columns} from hosted_users where client_id = $1 and ${column} = any($2)`,
      [clientId, values],
    );
    return row && userOf(row);
  }

  async list(
    clientId: number,
    after: string | null = null,
    limit: number | null = null,
    part: string | null = null,
  ): Promise<HostedUser[]> {
    const rows = await camelRows<UserRow>(
      this.#database,
      `select ${columns} from hosted_users where client_id = $1 and ($2::text is null or email > $2)
         and ($4::text is null or strpos(email, $4) > 0)
       order by email limit $3`,
      [clientId, after, limit, part],
    );
    return rows.map(userOf);
  }

  async administratorsOf(clientId: number): Promise<TenantAdministrators> {
    const rows = await camelRows<AdministratorRow>(
      this.#database,
      `select c.slug, h.email, h.language, h.invited_language
       from clients c left join hosted_users h on h.client_id = c.id and h.admin and h.enabled
       where c.id = $1 order by h.email`,
      [clientId],
    );
    const administrators = rows.flatMap(({ email, language, invitedLanguage }) =>
      email === null ? [] : [{ email, language: matchLanguage([language, invitedLanguage]) }],
    );
    return { tenant: rows[0]?.slug ?? '', administrators };
  }

  async insert(clientId: number, user: NewHostedUser): Promise<boolean> {
    const rows = await this.#database.query(
      `insert into hosted_users (client_id, id, email, password_hash, must_change_password, admin,
         invited_language)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (client_id, email) do nothing returning id`,
      [
        clientId,
        user.id,
        user.email,
        user.passwordHash,
        user.mustChangePassword,
        user.admin,
        user.invitedLanguage,
      ],
    );
    return rows.length === 1;
  }

  async save(clientId: number, user: Pick<HostedUser, 'id' | 'admin' | 'enabled'>): Promise<void> {
    await this.#database.query(
      'update hosted_users set admin = $3, enabled = $4 where client_id = $1 and id = $2',
      [clientId, user.id, user.admin, user.enabled],
    );
  }

  async noteLink(clientId: number, id: string, by: string): Promise<void> {
    await this.#database.query(
      'update hosted_users set link_issued_by = $3, link_issued_at = now() where client_id = $1 and id = $2',
      [clientId, id, by],
    );
  }

  async setPassword(clientId: number, id: string, passwordHash: string, mustChange: boolean): Promise<void> {
    await this.#database.query(
      `update hosted_users set password_hash = $3, must_change_password = $4 where client_id = $1 and id = $2`,
      [clientId, id, passwordHash, mustChange],
    );
  }

  async setLanguage(clientId: number, id: string, language: Language): Promise<void> {
    await this.#database.query('update hosted_users set language = $3 where client_id = $1 and id = $2', [
      clientId,
      id,
      language,
    ]);
  }

  async setLanguageOf(slug: string, email: string, language: Language): Promise<void> {
    await this.#database.query(
      `update hosted_users u set language = $3 from clients c
       where c.id = u.client_id and c.slug = $1 and u.email = any($2)`,
      [slug, storedForms(email), language],
    );
  }

  async delete(clientId: number, id: string): Promise<void> {
    await this.#database.query('delete from hosted_users where client_id = $1 and id = $2', [clientId, id]);
  }
}

function userOf({ linkIssuedBy: by, linkIssuedAt: at, ...row }: UserRow): HostedUser {
  return {
    ...row,
    // A language that a later version knows counts as not chosen.
    language: matchLanguage([row.language]),
    invitedLanguage: matchLanguage([row.invitedLanguage]),
    linkIssued: by === null || at === null ? null : { by, at },
  };
}
