import type { ErasureKey, ErasureWriter } from '#core/people/erasure-writer.ts';
import type { Queryable } from '../database/database.ts';

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
}
