import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { Metrics } from '#adapters/telemetry/metrics.ts';
import { collectGauges } from '#app/collect-gauges.ts';
import { DatabaseState } from '#core/health/database-state.ts';
import { Circuits } from '#core/models/circuit.ts';
import type { EventBacklog, QueueRow } from '#core/numbers/stored-numbers.ts';
import type { Break } from '#test/break.ts';
import { samplesIn } from '#test/metrics/samples.ts';
import { unaskedProvider } from '#test/mock/unasked-provider.ts';
import { LaneSlots } from '#worker/lane-slots.ts';

describe('The gauges of a process', () => {
  let now: number;
  let metrics: Metrics;
  let state: DatabaseState;
  let circuits: Circuits;
  let slots: LaneSlots;
  let reads: number;
  let queues: readonly QueueRow[] | null;
  const events: EventBacklog = { lagSeconds: 1.5, pendingDeliveries: 3, overdueSeconds: 40 };

  beforeEach(() => {
    now = 1_000_000;
    mock.method(performance, 'now', () => now);
    metrics = new Metrics();
    state = new DatabaseState({ onBegin: () => undefined, onEnd: () => undefined });
    circuits = new Circuits();
    slots = new LaneSlots(5);
    reads = 0;
    queues = [
      { lane: 'standard', claimable: 7, oldestSeconds: 12.5 },
      { lane: 'priority', claimable: 0, oldestSeconds: null },
    ];
    collectGauges(
      metrics,
      { state, connections: () => ({ open: 4, idle: 3, waiting: 2 }), serverVersion: '17.2' },
      {
        circuits,
        models: { providers: [unaskedProvider('one'), unaskedProvider('two')] },
        slotsOf: (lane) => ({ busy: slots.busyOf(lane), free: slots.free(lane) }),
        waitingReaders: () => new Map([['api', 6]]),
      },
      {
        queues: async () => {
          reads += 1;
          if (queues === null) throw new Error('no database');
          return queues;
        },
        events: async () => events,
        retention: async () => ({ oldestTransactionSeconds: 61, slotBytes: 4096 }),
        knowledge: async () => ({ documents: 3, chunks: 40 }),
      },
    );
  });

  afterEach(() => mock.restoreAll());

  async function sampleOf(name: string, labels: Readonly<Record<string, string>> = {}) {
    const { text } = await metrics.expose(undefined);
    const found = samplesIn(text).filter(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
    assert.ok(found.length <= 1, `${name} has several samples`);
    return found[0]?.value;
  }

  it('say whether the database takes writes, and since when it has not', async () => {
    assert.deepEqual(
      [await sampleOf('parley_database_up'), await sampleOf('parley_heartbeat_age_seconds')],
      [1, 0],
    );
    now += 5_000;
    assert.deepEqual(
      [await sampleOf('parley_database_up'), await sampleOf('parley_heartbeat_age_seconds')],
      [1, 5],
    );
    now += 1;
    assert.equal(await sampleOf('parley_database_up'), 0);
    state.beat();
    assert.deepEqual(
      [await sampleOf('parley_database_up'), await sampleOf('parley_heartbeat_age_seconds')],
      [1, 0],
    );
    state.failed(Object.assign(new Error('full'), { code: '53100' }));
    assert.equal(await sampleOf('parley_database_up'), 0);
  });

  it('show the circuit of each provider: closed, failing, open, half-open', async () => {
    const seen = async () =>
      Promise.all(['one', 'two'].map((provider) => sampleOf('parley_provider_circuit', { provider })));
    assert.deepEqual(await seen(), [0, 0]);
    circuits.admit('one')?.failed();
    assert.deepEqual(await seen(), [1, 0]);
    for (let count = 0; count < 4; count += 1) circuits.admit('one')?.failed();
    assert.deepEqual(await seen(), [2, 0]);
    now += circuits.opensInMs('one');
    assert.deepEqual(await seen(), [1, 0]);
  });

  it('show the busy and the free slots of each lane', async () => {
    slots.take('priority');
    slots.take('standard');
    slots.take('standard');
    const slotsIn = async (queue: string) =>
      Promise.all(['busy', 'free'].map((of) => sampleOf('parley_worker_slots', { queue, state: of })));
    assert.deepEqual(await slotsIn('priority'), [1, 2]);
    assert.deepEqual(await slotsIn('standard'), [2, 2]);
  });

  it('show connections, waiting readers and versions', async () => {
    for (const [name, value] of Object.entries({ open: 4, idle: 3, waiting: 2 })) {
      assert.equal(await sampleOf('parley_database_connections', { state: name }), value);
    }
    assert.equal(await sampleOf('parley_waiting_readers', { host: 'api' }), 6);
    assert.equal(await sampleOf('parley_build_info', { postgres: '17.2', node: process.versions.node }), 1);
  });

  it('show queues and events in seconds, read every five seconds at most', async () => {
    const shown = async () => [
      await sampleOf('parley_queue_jobs', { queue: 'standard', state: 'claimable' }),
      await sampleOf('parley_queue_oldest_seconds', { queue: 'standard', state: 'waiting' }),
      await sampleOf('parley_queue_oldest_seconds', { queue: 'priority', state: 'waiting' }),
      await sampleOf('parley_events_lag_seconds'),
      await sampleOf('parley_webhook_pending'),
      await sampleOf('parley_webhook_oldest_seconds'),
      await sampleOf('parley_oldest_transaction_seconds'),
      await sampleOf('parley_replication_slot_bytes'),
      await sampleOf('parley_documents'),
      await sampleOf('parley_document_chunks'),
    ];
    assert.deepEqual(await shown(), [7, 12.5, 0, 1.5, 3, 40, 61, 4096, 3, 40]);
    queues = [];
    now += 4_999;
    assert.deepEqual(await shown(), [7, 12.5, 0, 1.5, 3, 40, 61, 4096, 3, 40]);
    assert.equal(reads, 1);
    now += 1;
    assert.equal((await shown())[0], undefined);
    assert.equal(reads, 2);
  });

  it('show no old numbers while the database does not answer, and ask it again at once', async () => {
    assert.equal(await sampleOf('parley_webhook_pending'), 3);
    queues = null;
    now += 5_000;
    assert.equal(await sampleOf('parley_webhook_pending'), undefined);
    queues = [];
    assert.equal(await sampleOf('parley_webhook_pending'), 3);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'parley_database_up is 0 while the database takes no writes',
    file: 'src/app/collect-gauges.ts',
    replace: 'state.takesWrites ? 1 : 0',
    by: '1',
  },
  {
    rule: 'The age of the heartbeat is in seconds',
    file: 'src/app/collect-gauges.ts',
    replace: 'state.beatAgeMs / 1_000',
    by: 'state.beatAgeMs',
  },
  {
    rule: 'An open circuit is 2',
    file: 'src/app/collect-gauges.ts',
    replace: 'degraded: 1, unavailable: 2',
    by: 'degraded: 1, unavailable: 1',
  },
  {
    rule: 'A failing provider is 1',
    file: 'src/app/collect-gauges.ts',
    replace: 'available: 0, degraded: 1',
    by: 'available: 0, degraded: 0',
  },
  {
    rule: 'Slots are shown for each lane',
    file: 'src/app/collect-gauges.ts',
    replace: 'turns.slotsOf(queue)',
    by: "turns.slotsOf('standard')",
  },
  {
    rule: 'Stored numbers are read every five seconds at most',
    file: 'src/app/collect-gauges.ts',
    replace: 'storedEveryMs = 5_000',
    by: 'storedEveryMs = 50_000',
  },
  {
    rule: 'Stored numbers are not read for each scrape',
    file: 'src/app/collect-gauges.ts',
    replace: `    if (performance.now() - readAt < storedEveryMs) return;
`,
    by: '',
  },
  {
    rule: 'No old number passes for the present one',
    file: 'src/app/collect-gauges.ts',
    replace: `    for (const name of storedGauges) metrics.reset(name);
`,
    by: '',
  },
  {
    rule: 'A failed read of stored numbers is repeated at once',
    file: 'src/app/collect-gauges.ts',
    replace: `      reports.knowledge(),
    ]);
    readAt = performance.now();`,
    by: `      reports.knowledge(),
    ]).finally(() => {
      readAt = performance.now();
    });`,
  },
  {
    rule: 'The overdue time of deliveries is shown',
    file: 'src/app/collect-gauges.ts',
    replace: "metrics.set('webhookOldest', {}, events.overdueSeconds)",
    by: "metrics.set('webhookOldest', {}, events.lagSeconds)",
  },
  {
    rule: 'Jobs and the age of the oldest are two gauges',
    file: 'src/app/collect-gauges.ts',
    replace: 'oldestSeconds ?? 0',
    by: 'claimable',
  },
  {
    rule: 'A gauge without labels that is unknown is left out',
    file: 'src/adapters/telemetry/metrics.ts',
    replace: `    if (families[name].labels.length === 0) gauge?.remove({});
`,
    by: '',
  },
  {
    rule: 'Refused rows show that the database takes no writes',
    file: 'src/core/health/database-state.ts',
    replace: "'53100', '25006'",
    by: "'25006'",
  },
  {
    rule: 'Busy slots are those of the lane',
    file: 'src/worker/lane-slots.ts',
    replace: `    return this.#running[lane];
`,
    by: `    return this.busy;
`,
  },
];
