import type { Metrics } from '#adapters/telemetry/metrics.ts';
import type { ProviderStatus } from '#contract/health.ts';
import { type Lane, lanes } from '#contract/jobs.ts';
import type { Circuits } from '#core/models/circuit.ts';
import type { ConfiguredModels } from '#core/models/client-models.ts';
import type { StoredNumbers } from '#core/numbers/stored-numbers.ts';
import type { OpenDatabase } from './open-database.ts';
import { version } from './version.ts';

/** These are read from the database at most this often, however often metrics are. */
const storedEveryMs = 5_000;
const storedGauges = [
  'queueJobs',
  'queueOldest',
  'eventsLag',
  'webhookPending',
  'webhookOldest',
  'oldestTransaction',
  'replicationSlot',
  'documents',
  'chunks',
] as const;

type WatchedDatabase = Pick<OpenDatabase, 'state' | 'connections' | 'serverVersion'>;
type GaugedNumbers = Pick<StoredNumbers, 'queues' | 'events' | 'retention' | 'knowledge'>;

const circuitValue: Readonly<Record<ProviderStatus, number>> = { available: 0, degraded: 1, unavailable: 2 };

/** The parts of a process that gauges show. */
interface WatchedTurns {
  readonly circuits: Pick<Circuits, 'status'>;
  readonly models: Pick<ConfiguredModels, 'providers'>;
  slotsOf(lane: Lane): Readonly<Record<'busy' | 'free', number>>;
  waitingReaders(): ReadonlyMap<string, number>;
}

/** Sets the gauges whenever the metrics are read. */
export function collectGauges(
  metrics: Metrics,
  { state, connections, serverVersion }: WatchedDatabase,
  turns: WatchedTurns,
  reports: GaugedNumbers,
): void {
  metrics.onCollect(() => {
    metrics.set('build', { version, node: process.versions.node, postgres: serverVersion }, 1);
    metrics.set('databaseUp', {}, state.takesWrites ? 1 : 0);
    metrics.set('heartbeatAge', {}, state.beatAgeMs / 1_000);
    for (const [name, count] of Object.entries(connections()))
      metrics.set('connections', { state: name }, count);
    for (const [host, count] of turns.waitingReaders()) metrics.set('waitingReaders', { host }, count);
    for (const { id } of turns.models.providers) {
      metrics.set('circuit', { provider: id }, circuitValue[turns.circuits.status(id)]);
    }
    for (const queue of lanes) {
      for (const [name, count] of Object.entries(turns.slotsOf(queue))) {
        metrics.set('workerSlots', { queue, state: name }, count);
      }
    }
  });
  collectStored(metrics, reports);
}

/** Without an answer of the database these are left out, so that no old value passes for the present one. */
function collectStored(metrics: Metrics, reports: GaugedNumbers): void {
  let readAt = Number.NEGATIVE_INFINITY;
  metrics.onCollect(async () => {
    if (performance.now() - readAt < storedEveryMs) return;
    for (const name of storedGauges) metrics.reset(name);
    const [queues, events, kept, knowledge] = await Promise.all([
      reports.queues(),
      reports.events(),
      reports.retention(),
      reports.knowledge(),
    ]);
    readAt = performance.now();
    for (const { lane: queue, claimable, oldestSeconds } of queues) {
      metrics.set('queueJobs', { queue, state: 'claimable' }, claimable);
      metrics.set('queueOldest', { queue, state: 'waiting' }, oldestSeconds ?? 0);
    }
    metrics.set('eventsLag', {}, events.lagSeconds);
    metrics.set('webhookPending', {}, events.pendingDeliveries);
    metrics.set('webhookOldest', {}, events.overdueSeconds);
    metrics.set('oldestTransaction', {}, kept.oldestTransactionSeconds);
    metrics.set('replicationSlot', {}, kept.slotBytes);
    metrics.set('documents', {}, knowledge.documents);
    metrics.set('chunks', {}, knowledge.chunks);
  });
}
