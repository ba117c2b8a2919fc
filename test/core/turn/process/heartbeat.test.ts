import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { LiveTurn } from '#core/turn/live-turn.ts';
import { Heartbeat } from '#core/turn/process/heartbeat.ts';
import type { Heartbeat as Beat, HeartbeatResult } from '#core/turn/turn-store.ts';
import type { Break } from '#test/break.ts';
import { buildLiveTurn } from '#test/world/live-turn.ts';

const beatMs = 200;

describe('The heartbeat of a process', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  /** A heartbeat of a process that runs one turn, and what each beat carried. */
  async function open(live: LiveTurn) {
    const beats: string[] = [];
    const stopped: unknown[] = [];
    const store = {
      readTurns: [] as string[],
      alive: true,
      draining: false,
      registered: [] as unknown[],
      ids: new Set<string>(),
      leases: new Set<number>(),
      left: [] as string[],
      register(
        id: string,
        lease: number,
        _slots: number,
        _bytes?: number,
        draining?: boolean,
      ): Promise<void> {
        store.registered.push(draining);
        store.ids.add(id);
        store.leases.add(lease);
        return Promise.resolve();
      },
      unregister(id: string): Promise<void> {
        store.left.push(id);
        return Promise.resolve();
      },
      heartbeat(beat: Beat): Promise<HeartbeatResult> {
        store.leases.add(beat.leaseMs);
        beats.push(beat.output.map(({ text }) => text).join(''));
        const pace = { serviceMs: null, slots: 0 };
        const { alive, draining, readTurns } = store;
        return Promise.resolve({ alive, draining, stop: [], staleWrites: 0, pace, readTurns });
      },
    };
    const heartbeat = new Heartbeat({
      turns: store,
      running: {
        count: 1,
        serviceMs: null,
        all: () => [live],
        find: (turnId) => (turnId === live.turn.id ? live : null),
        stopAll: (end) => stopped.push(end),
      },
      slots: 0,
      historyBytes: 0,
      textBytes: 64 * 1024 * 1024,
      onError: (_, error) => assert.fail(String(error)),
      onBeat: () => {},
      onStaleWrite: () => {},
      afterBeat: () => {},
    });
    await heartbeat.start();
    return { heartbeat, store, beats, stopped };
  }

  async function pass(ms: number): Promise<void> {
    mock.timers.tick(ms);
    await turnOfLoop();
  }

  it('stores the text of a turn at once when it learns of its first reader, and with every beat from then on', async () => {
    const live = buildLiveTurn();
    const { heartbeat, store, beats } = await open(live);
    live.onText('first');
    await pass(beatMs);
    live.onText('second');
    await pass(beatMs);
    assert.deepEqual(beats, ['first', '']);
    store.readTurns = [live.turn.id];
    await pass(beatMs);
    await pass(0);
    assert.deepEqual(beats, ['first', '', '', 'second']);
    live.onText('third');
    await pass(beatMs - 1);
    assert.equal(beats.length, 4);
    await pass(1);
    assert.deepEqual(beats.slice(4), ['third']);
    await heartbeat.stop();
  });

  it('keeps draining when the lease was lost', async () => {
    const { heartbeat, store } = await open(buildLiveTurn());
    store.draining = true;
    await pass(beatMs);
    store.draining = false;
    store.alive = false;
    await pass(beatMs);
    assert.deepEqual(store.registered, [false, true]);
    await heartbeat.stop();
  });

  it('keeps a lease of eight seconds with every beat, and gives it up at the end', async () => {
    const { heartbeat, store } = await open(buildLiveTurn());
    await pass(beatMs);
    assert.deepEqual([...store.leases], [8_000]);
    assert.deepEqual(store.left, []);
    await heartbeat[Symbol.asyncDispose]();
    assert.deepEqual(store.left, [...store.ids]);
  });

  it('abandons all turns when the lease was lost, and continues under another id', async () => {
    const { heartbeat, store, stopped } = await open(buildLiveTurn());
    await pass(beatMs);
    assert.deepEqual([store.ids.size, stopped], [1, []]);
    store.alive = false;
    await pass(beatMs);
    assert.deepEqual([store.ids.size, stopped], [2, [{ kind: 'lost' }]]);
    assert.equal(heartbeat.id, [...store.ids][1]);
    await heartbeat.stop();
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A lease lasts eight seconds',
    file: 'src/core/turn/process/heartbeat.ts',
    replace: 'export const leaseMs = 8_000;',
    by: 'export const leaseMs = 800_000;',
  },
  {
    rule: 'A process that leaves gives up its lease',
    file: 'src/core/turn/process/heartbeat.ts',
    replace: 'if (this.#registered) await this.#options.turns.unregister',
    by: 'if (!this.#registered) await this.#options.turns.unregister',
  },
  {
    rule: 'A process whose lease was lost begins another',
    file: 'src/core/turn/process/heartbeat.ts',
    replace: 'if (!answer.alive) return this.#startOver();',
    by: '',
  },
  {
    rule: 'A process whose lease was lost has no turns any more',
    file: 'src/core/turn/process/heartbeat.ts',
    replace: "this.#options.running.stopAll({ kind: 'lost' });",
    by: '',
  },
  {
    rule: 'The lease after a lost one has another id',
    file: 'src/core/turn/process/heartbeat.ts',
    replace: `    this.#id = randomUUID();
    this.#registered = false;`,
    by: '    this.#registered = false;',
  },
  {
    rule: 'A process that lost its lease keeps draining',
    file: 'src/core/turn/process/heartbeat.ts',
    replace: 'this.#isDraining = answer.draining;',
    by: '',
  },
  {
    rule: 'The first reader of a turn in the store waits for no second heartbeat',
    file: 'src/core/turn/process/heartbeat.ts',
    replace: 'isFull(flushes, this.#mostBytes) || this.#hasNewReaders(answer.readTurns)',
    by: 'isFull(flushes, this.#mostBytes)',
  },
];
