import { createHash } from 'node:crypto';
import type { Queryable } from '#adapters/postgres/database/database.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows of several tables, collected and stored with one statement per table. */
export class StoredRows {
  /** Referenced tables come first. */
  readonly #rows = new Map<string, Row[]>([
    ['conversations', []],
    ['hosted_users', []],
  ]);

  /** All rows of a table have the same columns. */
  add(table: string, row: Row): void {
    const rows = this.#rows.get(table);
    if (rows === undefined) this.#rows.set(table, [row]);
    else rows.push(row);
  }

  async store(database: Queryable): Promise<void> {
    for (const [table, rows] of this.#rows) {
      const [first] = rows;
      if (first === undefined) continue;
      const columns = Object.keys(first).join(', ');
      await database.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
  }
}

/** The database's day and moments before it. */
export interface Clock {
  /** A day: today, or this many days ago. */
  day(daysAgo: number): string;
  before(seconds: number): string;
}

export async function readClock(database: Queryable): Promise<Clock> {
  const [row] = await database.query<{ day: string; ms: number }>(
    `select utc_day()::text as day, (extract(epoch from now()) * 1000)::float as ms`,
  );
  if (row === undefined) throw new Error('the clock was not read');
  const { day, ms } = row;
  const at = (time: number) => new Date(time).toISOString();
  return {
    day: (daysAgo) => at(Date.parse(day) - daysAgo * 86_400_000).slice(0, 10),
    before: (seconds) => at(ms - seconds * 1_000),
  };
}

/** The same UUID for the same names. */
export function uuidOf(...names: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(names.join(' ')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const turnTables = [
  'conversations',
  'messages',
  'turns',
  'turn_output',
  'usage_clients',
  'usage_users',
  'ledger',
  'idempotency_keys',
  'burst_windows',
  'lane_ranges',
  'lane_heads',
  'lane_clients',
  'lanes',
];

/** Where the newest versions of rows are looked for, which differs by chance. */
const whereabouts = `array['epoch', 'renew_every', 'first_tag', 'first_id']`;

/** Everything that turns write, sorted, as one comparable value. */
export async function readTurnTables(database: Queryable): Promise<Readonly<Record<string, unknown>>> {
  const columns = turnTables.map(
    (name) =>
      `(select jsonb_agg(r order by r) from ${name} t, lateral (select to_jsonb(t) - ${whereabouts}) s(r)) as ${name}`,
  );
  const [row] = await database.query<Record<string, unknown>>(`select ${columns.join(', ')}`);
  return row ?? {};
}
