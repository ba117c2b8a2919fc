import { erasedUser } from '#core/identity/external-user-id.ts';
import type { ErasureStep, ErasureStore } from '#core/people/erasure-store.ts';
import type { ErasureKey } from '#core/people/erasure-writer.ts';
import { PostgresClientWriter } from '../administration/client-writer.ts';
import type { Database, Transaction } from '../database/database.ts';
import { removeFromCorpora } from '../knowledge/remove-corpora.ts';
import {
  clientPiece,
  type ErasedPerson,
  type PieceRow,
  personPiece,
  rowsAtATime,
  settings,
} from './erasure-statements.ts';
import { everyUser } from './erasure-writer.ts';
import { corporaOfClients, heldTables, tablesOfClients } from './held-tables.ts';

interface ErasureRow extends ErasedPerson {
  readonly slug: string;
  readonly step: string;
  readonly behind: readonly unknown[] | null;
}

/** Where an erasure resumes. `step` is a table, or one of the two steps around the tables. */
interface Place {
  readonly step: string;
  readonly behind: readonly unknown[] | null;
}

const firstStep = 'turns end';
const lastStep = 'end';
/** How long turns that were stopped have until the next look. */
const pauseMs = 200;

const tablesOfPeople = heldTables
  .filter(({ erasure }) => erasure.kind === 'delete' || erasure.kind === 'rewrite')
  .map(({ table }) => table);

/** Erases piece by piece. The lock on the row keeps two processes from doing the same piece. */
export class PostgresErasureStore implements ErasureStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async isUnderWay({ clientId, userId }: ErasureKey): Promise<boolean> {
    const rows = await this.#database.query(
      'select from erasures where client_id = $1 and external_user_id = $2',
      [clientId, userId ?? everyUser],
    );
    return rows.length === 1;
  }

  async step(key?: ErasureKey): Promise<ErasureStep> {
    const values = key === undefined ? [null, null] : [key.clientId, key.userId ?? everyUser];
    const due = await this.#database.query(dueSql('limit 1'), values);
    if (due.length === 0) return 'none';
    return this.#database.transaction(async (transaction) => {
      await transaction.query(settings.text);
      const [erasure] = await transaction.query<ErasureRow>(
        dueSql('order by e.next_at limit 1 for update of e skip locked'),
        values,
      );
      return erasure === undefined ? 'waits' : advance(transaction, erasure);
    });
  }
}

/** $1, $2: one erasure, or null for any. */
function dueSql(rest: string): string {
  return `select e.client_id, e.external_user_id, e.pseudonym, e.step, e.behind, c.slug
    from erasures e join clients c on c.id = e.client_id
    where e.next_at <= now() and ($1::integer is null or (e.client_id = $1 and e.external_user_id = $2)) ${rest}`;
}

async function advance(transaction: Transaction, erasure: ErasureRow): Promise<ErasureStep> {
  const { client_id, external_user_id, step } = erasure;
  const isClient = external_user_id === everyUser;
  const tables = isClient ? tablesOfClients : tablesOfPeople;
  if (step === lastStep) return end(transaction, erasure, isClient);
  const place = tables.indexOf(step);
  // A step of another release's tables: an erasure may begin again at any time.
  if (place < 0) {
    if (await stillRuns(transaction, client_id, isClient ? null : external_user_id)) {
      await save(transaction, erasure, { step: firstStep, behind: null }, pauseMs);
      return 'waits';
    }
    await save(transaction, erasure, { step: tables[0] ?? lastStep, behind: null });
    return 'worked';
  }
  const piece = await takePiece(transaction, erasure, isClient);
  if (piece !== null && piece.missed > 0) {
    // The transaction that changed the rows may also have added rows that belong to them to a table that is done.
    await beginAgain(transaction, erasure);
    return 'worked';
  }
  const isDone = piece === null || piece.taken < rowsAtATime;
  const next = isDone
    ? { step: tables[place + 1] ?? lastStep, behind: null }
    : { step, behind: piece.behind };
  await save(transaction, erasure, next);
  return 'worked';
}

async function takePiece(
  transaction: Transaction,
  erasure: ErasureRow,
  isClient: boolean,
): Promise<PieceRow | null> {
  const { step, behind } = erasure;
  if (step === corporaOfClients) {
    const isMoreLeft = await removeFromCorpora(transaction, erasure.client_id);
    return { taken: isMoreLeft ? rowsAtATime : 0, missed: 0, behind: null };
  }
  const held = heldTables.find(({ table }) => table === step);
  const statement = isClient
    ? clientPiece(step, erasure.client_id)
    : held === undefined
      ? null
      : personPiece(held, erasure, behind);
  if (statement === null) return null;
  const [piece] = await transaction.query<PieceRow>(statement.text, statement.values);
  return piece ?? null;
}

async function stillRuns(transaction: Transaction, clientId: number, userId: string | null) {
  const rows = await transaction.query(
    `select from turns where client_id = $1 and (state = 'running' or state = 'queued')
       and ($2::text is null or external_user_id = $2) limit 1`,
    [clientId, userId],
  );
  return rows.length > 0;
}

/**
 * Begins another round under another pseudonym: the counts of a day already stand under the present one, and a second
 * row of that name is impossible.
 */
async function beginAgain(transaction: Transaction, erasure: ErasureRow): Promise<void> {
  await transaction.query(
    'update erasures set pseudonym = $3 where client_id = $1 and external_user_id = $2',
    [erasure.client_id, erasure.external_user_id, erasedUser()],
  );
  await save(transaction, erasure, { step: firstStep, behind: null });
}

/**
 * The last step excludes admissions of the client, like the first one did. A process of the release before knows
 * nothing of blocked users and documents, so what it has stored meanwhile, or left, is erased by another round.
 */
async function end(transaction: Transaction, erasure: ErasureRow, isClient: boolean): Promise<ErasureStep> {
  const { client_id, external_user_id } = erasure;
  if (!isClient) await new PostgresClientWriter(transaction).lock(erasure.slug);
  const left = await transaction.query(leftSql, [client_id, external_user_id, isClient]);
  if (left.length > 0) {
    await beginAgain(transaction, erasure);
    return 'worked';
  }
  const person = [client_id, external_user_id];
  if (isClient) {
    await transaction.query('delete from erasures where client_id = $1', [client_id]);
    await transaction.query('delete from clients where id = $1', [client_id]);
  } else {
    await transaction.query('delete from erasures where client_id = $1 and external_user_id = $2', person);
    await transaction.query(
      'delete from blocked_users where client_id = $1 and external_user_id = $2',
      person,
    );
  }
  return 'worked';
}

/** $3: the whole client. Admissions of the next day are excluded as well, so a turn may have been charged there. */
const leftSql = `select from conversations where client_id = $1 and ($3 or external_user_id = $2)
  union all select from idempotency_keys where client_id = $1 and ($3 or external_user_id = $2)
  union all select from usage_users where client_id = $1 and day = any (array[utc_day() - 1, utc_day(), utc_day() + 1])
    and ($3 or external_user_id = $2)
  union all select from corpora where $3 and owner = $1
  limit 1`;

async function save(
  transaction: Transaction,
  { client_id, external_user_id }: ErasedPerson,
  { step, behind }: Place,
  inMs = 0,
): Promise<void> {
  await transaction.query(
    `update erasures set step = $3, behind = $4::jsonb, next_at = now() + $5 * interval '1 ms'
     where client_id = $1 and external_user_id = $2`,
    [client_id, external_user_id, step, behind === null ? null : JSON.stringify(behind), inMs],
  );
}
