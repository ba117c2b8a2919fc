import type { Person } from '#core/identity/blocked-user.ts';
import type { ErasureKey, ErasureWriter } from '#core/people/erasure-writer.ts';
import type { Queryable } from '../database/database.ts';
import { daysInTable } from './days-in-table.ts';

/** Stands for the whole client, in place of a user. No user has an empty name. */
export const everyUser = '';

export class PostgresErasureWriter implements ErasureWriter {
  readonly #transaction: Queryable;

  constructor(transaction: Queryable) {
    this.#transaction = transaction;
  }

  async begin({ clientId, userId }: ErasureKey, pseudonym: string): Promise<void> {
    // The erasure of a client takes that of any of its users along.
    if (userId === null)
      await this.#transaction.query('delete from erasures where client_id = $1', [clientId]);
    await this.#transaction.query(
      `insert into erasures (client_id, external_user_id, pseudonym) values ($1, $2, $3) on conflict do nothing`,
      [clientId, userId ?? everyUser, pseudonym],
    );
    if (userId === null) return;
    await this.#transaction.query(
      'insert into blocked_users (client_id, external_user_id) values ($1, $2) on conflict do nothing',
      [clientId, userId],
    );
  }

  async isStored({ clientId, userId }: Person): Promise<boolean> {
    const [row] = await this.#transaction.query<{ stored: boolean }>(storedSql, [clientId, userId]);
    return row?.stored === true;
  }
}

const theirs = 'client_id = $1 and external_user_id = $2';

/** Every charged turn stands in the usage of its day. */
const storedSql = `select not exists (select from erasures where ${theirs}) and (
    exists (select from conversations where ${theirs})
    or exists (select from (${daysInTable('usage_users')}) d
      join usage_users u on u.client_id = $1 and u.day = d.day and u.external_user_id = $2)
    or exists (select from blocked_users where ${theirs})
    or exists (select from hosted_users where client_id = $1 and 'hu:' || id = $2)
    or exists (select from clients where id = $1 and openai_default_user = $2)
    or exists (select from audit_log where client_id = $1 and (actor = $2 or subject = $2))) as stored`;
