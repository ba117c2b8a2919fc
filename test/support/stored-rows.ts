import { createHash } from 'node:crypto';
import type { Queryable } from '#adapters/postgres/database.ts';

/** Inserts rows that all have the same columns. */
export async function insertRows(
  database: Queryable,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).join(', ');
  await database.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
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
  'lane_counts',
  'lane_clients',
  'lanes',
];

/** Everything that turns write, sorted, as one value that can be compared. */
export async function readTurnTables(database: Queryable): Promise<Readonly<Record<string, unknown>>> {
  const columns = turnTables.map(
    (name) => `(select jsonb_agg(to_jsonb(t) order by to_jsonb(t)) from ${name} t) as ${name}`,
  );
  const [row] = await database.query<Record<string, unknown>>(`select ${columns.join(', ')}`);
  return row ?? {};
}
