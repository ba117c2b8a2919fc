import type { Actor } from '#core/audit/actor.ts';
import type { OpenConsole, Operator, OperatorSession, StoredPasskey } from '#core/operators/operator.ts';
import type {
  Ceremony,
  CeremonyPurpose,
  OperatorChanges,
  OperatorStore,
} from '#core/operators/operator-store.ts';
import { camelRow, camelRows } from '../database/camel-rows.ts';
import type { Database } from '../database/database.ts';
import { requireAuthor } from '../sign-in/author-rights.ts';
import { operatorColumns, PostgresOperatorChanges } from './operator-changes.ts';

interface OpenRow extends Operator, Pick<OperatorSession, 'kind' | 'expiresAt'> {
  readonly sessionId: string;
  readonly sessionCreatedAt: Date;
  readonly sessionSeenAt: Date;
  readonly strongUntil: Date | null;
}

const passkeyColumns =
  'id, operator_id, name, public_key, counter, transports, synced, created_at, last_used_at';

/** A session is written to at most once in this many seconds. */
const seenEverySeconds = 60;

/** Operators, their passkeys and their sessions. */
export class PostgresOperatorStore implements OperatorStore {
  readonly #database: Database;
  readonly #reads: Database;

  /** `reads` serves what a screen or a request of one asks. */
  constructor(database: Database, reads: Database = database) {
    this.#database = database;
    this.#reads = reads;
  }

  /** Changes are rare and depend on each other's rows ("the last owner"), so they run one after the other. */
  change<T>(author: Actor | null, work: (change: OperatorChanges) => Promise<T>): Promise<T> {
    return this.#database.transaction(async (transaction) => {
      await transaction.query('lock table operators in share row exclusive mode');
      await requireAuthor(transaction, author);
      return work(new PostgresOperatorChanges(transaction));
    });
  }

  list(): Promise<Operator[]> {
    return camelRows(this.#reads, `select ${operatorColumns} from operators o order by o.email limit 500`);
  }

  async findSession(tokenHash: Buffer, idleSeconds: number, isActive: boolean): Promise<OpenConsole | null> {
    const row = await camelRow<OpenRow>(
      this.#database,
      `with open as (
         select * from operator_sessions where token_hash = $1 and expires_at > now()
           and last_seen_at > now() - make_interval(secs => $2)),
       seen as (
         update operator_sessions s set last_seen_at = now() from open
         where s.token_hash = open.token_hash and $3 and open.last_seen_at < now() - make_interval(secs => $4)
         returning s.operator_id),
       seen_operator as (
         update operators set last_seen_at = now() where id in (select operator_id from seen))
       select ${operatorColumns}, s.id as session_id, s.kind, s.created_at as session_created_at,
         s.last_seen_at as session_seen_at, s.expires_at, s.strong_until
       from open s join operators o on o.id = s.operator_id where o.enabled`,
      [tokenHash, idleSeconds, isActive, seenEverySeconds],
    );
    return row && openOf(row);
  }

  listSessions(operatorId: string | null, idleSeconds: number): Promise<OperatorSession[]> {
    return camelRows(
      this.#reads,
      `select s.id, s.operator_id, o.email, s.kind, s.created_at, s.last_seen_at, s.expires_at
       from operator_sessions s join operators o on o.id = s.operator_id
       where s.expires_at > now() and s.last_seen_at > now() - make_interval(secs => $2)
         and ($1::uuid is null or s.operator_id = $1) order by s.created_at desc, s.id limit 200`,
      [operatorId, idleSeconds],
    );
  }

  async endSession(id: string): Promise<boolean> {
    const ended = await this.#database.query('delete from operator_sessions where id = $1 returning id', [
      id,
    ]);
    return ended.length > 0;
  }

  listPasskeys(operatorId: string): Promise<StoredPasskey[]> {
    return camelRows(
      this.#reads,
      `select ${passkeyColumns} from operator_passkeys where operator_id = $1 order by created_at, id limit 100`,
      [operatorId],
    );
  }

  findPasskey(id: string): Promise<StoredPasskey | null> {
    return camelRow(this.#reads, `select ${passkeyColumns} from operator_passkeys where id = $1`, [id]);
  }

  async insertCeremony(
    handleHash: Buffer,
    purpose: CeremonyPurpose,
    { challenge, sessionId }: Ceremony,
    lifeSeconds: number,
  ): Promise<void> {
    await this.#database.query(
      `with ended as (delete from operator_ceremonies where expires_at < now())
       insert into operator_ceremonies (handle_hash, purpose, challenge, session_id, expires_at)
       values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
      [handleHash, purpose, challenge, sessionId, lifeSeconds],
    );
  }

  async takeCeremony(handleHash: Buffer, purpose: CeremonyPurpose): Promise<Ceremony | null> {
    const row = await camelRow<Ceremony & { readonly isValid: boolean }>(
      this.#database,
      `delete from operator_ceremonies where handle_hash = $1
       returning challenge, session_id, purpose = $2 and expires_at > now() as is_valid`,
      [handleHash, purpose],
    );
    return row?.isValid ? { challenge: row.challenge, sessionId: row.sessionId } : null;
  }
}

function openOf({
  sessionId,
  kind,
  sessionCreatedAt,
  sessionSeenAt,
  expiresAt,
  strongUntil,
  ...row
}: OpenRow) {
  const session: OperatorSession = {
    id: sessionId,
    operatorId: row.id,
    email: row.email,
    kind,
    createdAt: sessionCreatedAt,
    lastSeenAt: sessionSeenAt,
    expiresAt,
  };
  return { operator: row, session, strongUntil };
}
