import { Database } from '#adapters/postgres/database/database.ts';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import { checkEventLog } from '#app/events/check-events.ts';
import type { Finding } from '#app/finding.ts';
import { audit } from '../auditor/auditor.ts';
import { numberedAnswers } from '../auditor/numbered-answers.ts';
import { Random } from '../batches/random.ts';
import { keepSending } from '../faults/fault-load.ts';
import { FaultPartner } from '../faults/fault-partner.ts';
import { FaultProxy } from '../faults/fault-proxy.ts';
import { settle } from '../faults/fault-rest.ts';
import { Journal } from '../faults/journal.ts';
import { type MockProvider, startMockProvider } from '../mock/mock-provider.ts';
import { until } from '../reading/until.ts';
import { startService, type TestService } from '../world/process.ts';
import { PostgresServer } from './postgres-server.ts';

export interface FailoverOptions {
  readonly seed: number;
  /** False: the standby loses its connection a moment before the primary dies, and nothing waits for it. */
  readonly isSynchronous: boolean;
}

export interface FailoverResult {
  readonly acknowledged: number;
  /** From the death of the primary to the first turn that was acknowledged afterwards. */
  readonly downMs: number;
  /** What the doctor says of the log of events afterwards. */
  readonly eventLog: Finding;
}

const senders = 16;
/** Acknowledged before the fail-over, and again after it. */
const turnsOfAPhase = 60;
/** Acknowledged by a primary whose standby does not hear of them. */
const lostTurns = 20;
const name = 'parley';

/**
 * Load on two processes while the primary of their database dies as a machine does, and its standby takes over at the
 * same address, as behind the service or the proxy of any high-availability tool. Everything that was acknowledged
 * must be in the standby, and the audit must hold.
 */
export async function runFailover(options: FailoverOptions): Promise<FailoverResult> {
  const journal = new Journal();
  await using parts = new AsyncDisposableStack();
  const servers = parts.use(await startServers());
  const provider = parts.use(await startMockProvider({ scenario: numberedAnswers(50) }));
  const database = parts.use(
    new Database({ connectionString: servers.address.url, connections: 4, statementTimeoutMs: 60_000 }),
  );
  if (options.isSynchronous) await servers.primary.waitForStandby();
  const partner = await FaultPartner.create(database, journal, {});
  const services: TestService[] = [];
  for (let started = 0; started < 2; started++) {
    services.push(parts.use(await startService({ env: environmentOf(servers.address.url, provider) })));
  }
  const stop = new AbortController();
  const sending = Promise.all(
    Array.from({ length: senders }, (_, index) =>
      keepSending(
        { journal, random: new Random(options.seed + index), services: () => services, signal: stop.signal },
        [partner],
      ),
    ),
  );
  try {
    await untilAcknowledged(journal, turnsOfAPhase);
    const downMs = await servers.failOver(options, journal);
    await untilAcknowledged(journal, turnsOfAPhase);
    stop.abort();
    await sending;
    const logs = () => services.map((service) => service.stdout() + service.stderr()).join('\n');
    await settle(database, logs);
    await database.query('select tidy_queue()');
    await audit({ database, journal, calls: provider.calls, logs: logs() });
    await database.query('update clients set events_since = now()');
    const eventLog = await checkEventLog(database);
    return { acknowledged: acknowledgedIn(journal.entries), downMs, eventLog };
  } finally {
    stop.abort();
    await sending;
  }
}

interface Servers extends AsyncDisposable {
  /** Leads to the server that is the primary. */
  readonly address: FaultProxy;
  readonly primary: PostgresServer;
  /** Resolves with the milliseconds until a turn was acknowledged again. */
  failOver(options: FailoverOptions, journal: Journal): Promise<number>;
}

async function startServers(): Promise<Servers> {
  await using parts = new AsyncDisposableStack();
  const primary = parts.use(await PostgresServer.start());
  await primary.query(`CREATE DATABASE ${name}`);
  await migrate({ connectionString: primary.url(name) });
  const replication = parts.use(await FaultProxy.start(primary.url(name)));
  const standby = parts.use(await PostgresServer.startStandby(primary, replication.url));
  const address = parts.use(await FaultProxy.start(primary.url(name)));
  const rest = parts.move();
  return {
    address,
    primary,
    async failOver({ isSynchronous }, journal) {
      if (!isSynchronous) {
        await replication[Symbol.asyncDispose]();
        await untilAcknowledged(journal, lostTurns);
      }
      const diedAt = performance.now();
      await primary.kill();
      const served = untilAcknowledged(journal, 1);
      // Nothing may reach the old primary once the standby is one.
      address.cutAll();
      address.leadTo(standby.url(name));
      await standby.promote();
      await served;
      return performance.now() - diedAt;
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

/** Waits for so many requests that are sent from now on. */
async function untilAcknowledged(journal: Journal, turns: number): Promise<void> {
  const { length: known } = journal.entries;
  await until(() => acknowledgedIn(journal.entries.slice(known)) >= turns, 120);
}

function acknowledgedIn(entries: Journal['entries']): number {
  return entries.filter(({ outcome }) => outcome === 'acknowledged').length;
}

function environmentOf(databaseUrl: string, provider: MockProvider): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: databaseUrl,
    PARLEY_SECRET: 'a secret of thirty-two characters and more',
    PARLEY_MODEL: 'openai/mock',
    OPENAI_API_KEY: 'sk-mock-provider-key',
    OPENAI_BASE_URL: provider.baseUrl,
  };
}
