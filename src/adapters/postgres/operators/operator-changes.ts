import type { NewAuditEntry } from '#core/audit/audit.ts';
import { storedForms } from '#core/clients/email.ts';
import type { NewPasskey, Operator } from '#core/operators/operator.ts';
import type { NewSession, OperatorChanges, OperatorLinkRecord } from '#core/operators/operator-store.ts';
import { appendAuditEntry } from '../administration/audit-store.ts';
import { camelRow } from '../database/camel-rows.ts';
import type { Transaction } from '../database/database.ts';

/** The writes of one change of operators. */
export class PostgresOperatorChanges implements OperatorChanges {
  readonly #transaction: Transaction;

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  get audit() {
    return { append: (entry: NewAuditEntry) => appendAuditEntry(this.#transaction, entry) };
  }

  find(id: string): Promise<Operator | null> {
    return this.#one('o.id = $1', id);
  }

  findByEmail(email: string): Promise<Operator | null> {
    return this.#one('o.email = any($1)', storedForms(email));
  }

  async hasOwner(): Promise<boolean> {
    const owners = await this.#transaction.query(`select id from operators where role = 'owner' limit 1`);
    return owners.length > 0;
  }

  async countEnabledOwners(): Promise<number> {
    const [row] = await this.#transaction.query<{ count: number }>(
      `select count(*)::int as count from operators where role = 'owner' and enabled`,
    );
    return row?.count ?? 0;
  }

  async insert({ id, email, role }: Pick<Operator, 'id' | 'email' | 'role'>): Promise<void> {
    await this.#transaction.query('insert into operators (id, email, role) values ($1, $2, $3)', [
      id,
      email,
      role,
    ]);
  }

  async save({ id, role, enabled }: Pick<Operator, 'id' | 'role' | 'enabled'>): Promise<void> {
    await this.#transaction.query('update operators set role = $2, enabled = $3 where id = $1', [
      id,
      role,
      enabled,
    ]);
  }

  async insertLink(codeHash: Buffer, link: OperatorLinkRecord, lifeSeconds: number): Promise<Date> {
    const [row] = await this.#transaction.query<{ expires_at: Date }>(
      `with ended as (delete from operator_links where expires_at < now())
       insert into operator_links (code_hash, email, role, expires_at)
       values ($1, $2, $3, date_trunc('milliseconds', now() + make_interval(secs => $4))) returning expires_at`,
      [codeHash, link.email, link.role, lifeSeconds],
    );
    if (row === undefined) throw new Error('An insert returned no row');
    return row.expires_at;
  }

  async takeLink(codeHash: Buffer): Promise<OperatorLinkRecord | null> {
    const [row] = await this.#transaction.query<OperatorLinkRecord & { is_valid: boolean }>(
      `delete from operator_links where code_hash = $1 returning email, role, expires_at > now() as is_valid`,
      [codeHash],
    );
    return row?.is_valid ? { email: row.email, role: row.role } : null;
  }

  async dropLinks(email: string | null): Promise<void> {
    await this.#transaction.query('delete from operator_links where email is not distinct from $1', [email]);
  }

  async insertSession(session: NewSession): Promise<void> {
    const { tokenHash, id, operatorId, kind, lifeSeconds, strongSeconds } = session;
    await this.#transaction.query(
      `with ended as (delete from operator_sessions where expires_at < now()),
         seen as (update operators set last_seen_at = now() where id = $3)
       insert into operator_sessions (token_hash, id, operator_id, kind, expires_at, strong_until)
       values ($1, $2, $3, $4, now() + make_interval(secs => $5), now() + make_interval(secs => $6))`,
      [tokenHash, id, operatorId, kind, lifeSeconds, strongSeconds],
    );
  }

  endSession(id: string): Promise<boolean> {
    return this.#hits('delete from operator_sessions where id = $1 returning id', [id]);
  }

  async endSessions(operatorId: string, but: string | null = null): Promise<void> {
    await this.#transaction.query(
      'delete from operator_sessions where operator_id = $1 and id is distinct from $2',
      [operatorId, but],
    );
  }

  insertPasskey(passkey: NewPasskey): Promise<boolean> {
    const { id, operatorId, name, publicKey, counter, transports, synced } = passkey;
    return this.#hits(
      `insert into operator_passkeys (id, operator_id, name, public_key, counter, transports, synced)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing returning id`,
      [id, operatorId, name, Buffer.from(publicKey), counter, transports, synced],
    );
  }

  deletePasskey(operatorId: string, id: string): Promise<boolean> {
    return this.#hits('delete from operator_passkeys where operator_id = $1 and id = $2 returning id', [
      operatorId,
      id,
    ]);
  }

  async deletePasskeys(operatorId: string): Promise<void> {
    await this.#transaction.query('delete from operator_passkeys where operator_id = $1', [operatorId]);
  }

  notePasskeyUse(id: string, counter: number, synced: boolean): Promise<boolean> {
    return this.#hits(
      `update operator_passkeys set counter = greatest(counter, $2), synced = $3, last_used_at = now()
       where id = $1 returning id`,
      [id, counter, synced],
    );
  }

  setStrong(sessionId: string, seconds: number): Promise<boolean> {
    return this.#hits(
      `update operator_sessions set strong_until = now() + make_interval(secs => $2)
       where id = $1 returning id`,
      [sessionId, seconds],
    );
  }

  async #hits(text: string, values: readonly unknown[]): Promise<boolean> {
    return (await this.#transaction.query(text, values)).length > 0;
  }

  #one(condition: string, value: string | readonly string[]): Promise<Operator | null> {
    return camelRow(this.#transaction, `select ${operatorColumns} from operators o where ${condition}`, [
      value,
    ]);
  }
}

/** The columns of an Operator, of a table or row `o`. */
export const operatorColumns = `o.id, o.email, o.role, o.enabled, o.created_at, o.last_seen_at,
  (select count(*)::int from operator_passkeys p where p.operator_id = o.id) as passkeys`;
