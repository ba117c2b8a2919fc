import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { Fault } from './fault-kinds.ts';
import type { Journal } from './journal.ts';

export interface BranchSources {
  readonly database: Queryable;
  readonly journal: Journal;
  readonly logs: string;
  readonly cuts: number;
}

/** How often a run took each of the rare branches that it is about. */
export type Branches = Readonly<Record<string, number>>;

/** The fault that leads to a branch; the load alone leads to the others. */
const faultOf: Readonly<Record<string, Fault>> = {
  rescued: 'kill',
  released: 'leave',
  'stale writes': 'stop',
  midnights: 'midnight',
  'connections cut': 'cuts',
  'enough kills': 'kill',
};

/** Refusals that each have a sender of their own. */
const refusals = [
  'quota_exceeded client requests',
  'quota_exceeded user requests',
  'quota_exceeded user priority',
  'quota_exceeded user deep_dive',
  'client_disabled',
  'invalid_api_key',
];

export async function countBranches({ database, journal, logs, cuts }: BranchSources): Promise<Branches> {
  const [seen] = await database.query<Record<string, number>>(`
    select count(*) filter (where deaths > 0)::int as rescued,
      count(*) filter (where door = 'job' and attempt > deaths + 1)::int as released,
      count(*) filter (where refunded)::int as refunded,
      count(*) filter (where state = 'cancelled')::int as cancelled,
      count(*) filter (where error_code = 'reader_stalled')::int as "write stall",
      count(*) filter (where error_code = 'provider_timeout' and not refunded)::int as "idle timeout",
      (count(distinct charge_day) - 1)::int as midnights
    from turns`);
  const codes = journal.entries.map((entry) => entry.code);
  return {
    ...seen,
    'connections cut': cuts,
    'stale writes': logs.split('Writes of a lost attempt were refused').length - 1,
    ...Object.fromEntries(refusals.map((code) => [code, codes.filter((one) => one === code).length])),
    'served after a revocation': servedAgain(journal),
  };
}

export function neverTaken(branches: Branches): readonly string[] {
  return Object.keys(branches).filter((name) => branches[name] === 0);
}

/** Null when continuing the load is sufficient. */
export function faultFor(branch: string): Fault | null {
  return faultOf[branch] ?? null;
}

/** Turns that were admitted to a client after its access had been revoked and restored. */
function servedAgain({ entries, revocations }: Journal): number {
  const first = new Map(revocations.toReversed().map(({ clientId, from }) => [clientId, from]));
  return entries.filter(
    ({ clientId, sentAt, outcome }) =>
      outcome === 'acknowledged' && sentAt > (first.get(clientId) ?? Number.POSITIVE_INFINITY),
  ).length;
}
