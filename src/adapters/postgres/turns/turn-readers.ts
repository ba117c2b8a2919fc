import type { ReaderNoticeStore, ReadTurn } from '#core/jobs/reader-notices.ts';
import type { Queryable } from '../database/database.ts';

/** Always in one order, because every process writes these rows, several at a time. */
const announceSql = `
  insert into turn_readers as before (client_id, turn_id, process_id, read_until)
    select t.client_id, t.id, t.process_id, now() + $3 * interval '1 ms'
    from unnest($1::integer[], $2::uuid[]) a(client_id, id)
    cross join lateral (select client_id, id, process_id from turns
      where turns.client_id = a.client_id and turns.id = a.id and state = 'running' offset 0) t
    order by t.client_id, t.id
  on conflict (client_id, turn_id) do update
    set process_id = excluded.process_id, read_until = greatest(before.read_until, excluded.read_until)`;

const forgetSql = `
  delete from turn_readers where (client_id, turn_id) in
    (select client_id, turn_id from turn_readers where read_until < now() for update skip locked)`;

export class PostgresReaderNoticeStore implements ReaderNoticeStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async announce(turns: readonly ReadTurn[], lastsMs: number): Promise<void> {
    await this.#database.query(announceSql, [
      turns.map(({ clientId }) => clientId),
      turns.map(({ turnId }) => turnId),
      lastsMs,
    ]);
  }
}

/** Removes expired notices. */
export async function forgetReaders(database: Queryable): Promise<void> {
  await database.query(forgetSql, []);
}
