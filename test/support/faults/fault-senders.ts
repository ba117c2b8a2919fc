import type { Queryable } from '#adapters/postgres/database/database.ts';
import { Random } from '../batches/random.ts';
import type { TestService } from '../world/process.ts';
import { type FaultLoad, keepSending } from './fault-load.ts';
import { FaultPartner } from './fault-partner.ts';
import { keepRevoking } from './fault-revocations.ts';
import { keepNotReading } from './fault-slow-reader.ts';
import type { Journal } from './journal.ts';

export interface FaultPartners {
  /** Without a limit that they would reach soon. */
  readonly free: readonly FaultPartner[];
  /** One for each dimension of the quota, with a limit in that one only. */
  readonly limited: readonly FaultPartner[];
  /** Its provider falls silent in the middle of each answer. */
  readonly silent: FaultPartner;
  /** Gets long answers. */
  readonly endless: FaultPartner;
  readonly revoked: FaultPartner;
  readonly operator: FaultPartner;
}

const priority = { priority: 'priority' };
const deepDive = { detailed_response: true };

export async function createPartners(database: Queryable, journal: Journal): Promise<FaultPartners> {
  const create = (columns: Readonly<Record<string, unknown>> = {}, options?: object) =>
    FaultPartner.create(database, journal, columns, options);
  const difficult = (directives: string) =>
    create({ model: `difficult/mock:${directives}`, providers: ['difficult'] });
  return {
    free: [await create(), await create(), await create({ concurrent_turns: 3, burst_per_minute: 100_000 })],
    limited: [
      await create({ daily_limit: 3 }),
      await create({ user_requests_limit: 2 }),
      await create({ user_priority_limit: 1 }, priority),
      await create({ user_deep_dive_limit: 1 }, deepDive),
    ],
    silent: await difficult('stall=3'),
    endless: await difficult('deltas=16384,length=1024,pace=0'),
    revoked: await create(),
    operator: await create({ scopes: ['chat', 'admin:clients'] }),
  };
}

export interface Sending {
  readonly seed: number;
  readonly partners: FaultPartners;
  readonly journal: Journal;
  readonly services: () => readonly TestService[];
  readonly steady: TestService;
  readonly signal: AbortSignal;
}

/**
 * All senders of a run, until the signal. Rare branches have senders of their own, so that they do not depend on
 * chance.
 */
export async function sendAll({ seed, partners, steady, ...rest }: Sending): Promise<void> {
  let senders = 0;
  const load = (): FaultLoad => ({ ...rest, random: new Random(seed + ++senders) });
  const { free, limited, silent, endless, revoked, operator } = partners;
  await Promise.all([
    ...Array.from({ length: 16 }, () => keepSending(load(), free)),
    ...[...limited, ...limited].map((partner) => keepSending({ ...load(), isHasty: true }, [partner])),
    keepSending(load(), [silent]),
    keepSending(load(), [silent]),
    keepNotReading(load(), endless),
    keepSending(load(), [revoked]),
    keepSending(load(), [revoked]),
    keepRevoking({ ...load(), partner: revoked, operator, steady }),
  ]);
}
