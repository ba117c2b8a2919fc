import type { Statement } from '../database/statement-group.ts';
import type { HeldTable } from './held-tables.ts';

/** The most rows that one transaction of an erasure reads or removes in a table. */
export const rowsAtATime = 1_000;

/** The person whose data a statement is about. The user '' is the whole client. */
export interface ErasedPerson {
  readonly client_id: number;
  readonly external_user_id: string;
  readonly pseudonym: string;
}

/**
 * Tables may be large when the plan is made, and empty when it is used: only index scans stay short. The statements
 * hold for the transaction.
 */
export const settings: Statement = {
  text: `select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`,
};

/**
 * One piece of a table: how many rows it took, how many it left because another transaction had just changed them, and
 * the key of the last row that it looked at.
 */
export interface PieceRow {
  readonly taken: number;
  readonly missed: number;
  readonly behind: readonly unknown[] | null;
}

/** Erases one piece of a person's rows; null: the table has nothing of a person. */
export function personPiece(
  { table, erasure }: HeldTable,
  { client_id, external_user_id, pseudonym }: ErasedPerson,
  behind: readonly unknown[] | null,
): Statement | null {
  switch (erasure.kind) {
    case 'none':
    case 'with':
    case 'begun':
      return null;
    case 'delete':
      return { text: deleting(table, erasure.rows), values: [client_id, external_user_id] };
    case 'rewrite':
      return {
        text: rewriting(table, erasure),
        values: [client_id, external_user_id, pseudonym, behind === null ? null : JSON.stringify(behind)],
      };
  }
}

/** Removes one piece of a client's rows. */
export function clientPiece(table: string, clientId: number): Statement {
  return { text: deleting(table, 'x.client_id = $1'), values: [clientId] };
}

/** A row that another transaction changes meanwhile moves to another ctid, where this statement does not find it. */
function deleting(table: string, rows: string): string {
  return `with chosen as materialized (
      select array(select x.ctid from ${table} x where ${rows} limit ${rowsAtATime}) as places),
    gone as (delete from ${table} where ctid = any ((select places from chosen)::tid[]) returning 1)
    select count(*)::integer as taken, (select cardinality(places) from chosen) - count(*)::integer as missed,
      null::jsonb as behind
    from gone`;
}

type Rewrite = Extract<HeldTable['erasure'], { kind: 'rewrite' }>;

/**
 * Goes through the keys of the person in their order. A piece begins with the key at which the last one ended, because
 * release 0.3.0 stops between two rows of it: its keys are longer.
 */
function rewriting(table: string, { rows, set, key, keys }: Rewrite): string {
  const columns = key.map(([column]) => column);
  const places = key.map(([, type], index) => `($4::jsonb ->> ${index})::${type}`);
  const list = (prefix: string) => columns.map((column) => `${prefix}${column}`).join(', ');
  return `with piece as materialized (
      select ${list('x.')}, row_number() over (order by ${list('x.')}) as nth
      from (select ${list('x.')} from (${keys}) x
        where $4::jsonb is null or (${list('x.')}) >= (${places.join(', ')})
        order by ${list('x.')} limit ${rowsAtATime}) x),
    rewritten as (
      update ${table} x set ${set} from piece p
      where ${rows} and x.client_id = $1 and ${columns.map((name) => `x.${name} = p.${name}`).join(' and ')})
    select (select count(*)::integer from piece) as taken, 0 as missed,
      (select jsonb_build_array(${list('p.')}) from piece p order by p.nth desc limit 1) as behind`;
}
