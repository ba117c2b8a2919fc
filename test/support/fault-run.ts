import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { audit } from './auditor.ts';
import { type Branches, countBranches, type Fault, faultFor, neverTaken } from './fault-branches.ts';
import { keepSending, type LoadCaller } from './fault-load.ts';
import { type JobWorld, openJobWorld } from './job-world.ts';
import { Journal } from './journal.ts';
import { numberedAnswers } from './numbered-answers.ts';
import type { TestService } from './process.ts';
import { Random } from './random.ts';
import { RestartablePostgres } from './restartable-postgres.ts';

export interface FaultRunOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly report: (line: string) => void;
}

/** Longer than a lease. */
const stoppedMs = 10_000;
const restMs = 60_000;
/** How much longer a run may go on until it has taken every rare branch. */
const patienceMs = 180_000;
const slots = 4;
const priority = { priority: 'priority' };
const deepDive = { detailed_response: true };

/**
 * Load on several processes while they are killed, stopped and shut down, the database restarts and loses its
 * sessions, connections are cut at a message, and the UTC day changes; then rest, and the audit. Goes on until it has taken
 * every rare branch that it is about, and fails when one of them does not come.
 */
export async function runFaults(options: FaultRunOptions): Promise<void> {
  await using postgres = await RestartablePostgres.start();
  await using world = await openJobWorld({ scenario: numberedAnswers() }, postgres.steady.url);
  const run = new FaultRun(options, world, postgres);
  await run.start();
  await run.disturb();
  await run.settle();
  await run.check();
}

class FaultRun {
  readonly #options: FaultRunOptions;
  readonly #world: JobWorld;
  readonly #postgres: RestartablePostgres;
  readonly #random: Random;
  readonly #journal = new Journal();
  readonly #all: TestService[] = [];
  readonly #killed = new Set<TestService>();
  /** The first is never harmed. */
  #serving: TestService[] = [];
  /** Without a limit that they would reach soon. */
  #free: LoadCaller[] = [];
  /** One for each dimension of the quota, with a limit in that one only. */
  #limited: LoadCaller[] = [];
  readonly #restarts: Promise<unknown>[] = [];

  constructor(options: FaultRunOptions, world: JobWorld, postgres: RestartablePostgres) {
    this.#options = options;
    this.#world = world;
    this.#postgres = postgres;
    this.#random = new Random(options.seed);
  }

  async start(): Promise<void> {
    const { database } = this.#world;
    // The one clock of usage, so that a day can end when the run wants it to.
    await database.query('create table test_clock as select utc_day() as day');
    await database.query(
      `create or replace function utc_day() returns date language sql stable as 'select day from test_clock'`,
    );
    await Promise.all([1, 2, 3].map(() => this.#startOne()));
    const [service] = this.#serving;
    if (service === undefined) throw new Error('nothing serves');
    const partner = async (columns: Readonly<Record<string, unknown>>, options?: object) => ({
      caller: await this.#world.caller(service, { deep_dive_enabled: true, ...columns }),
      options,
    });
    this.#free = await Promise.all([
      partner({}),
      partner({}),
      partner({ concurrent_turns: 3, burst_per_minute: 100_000 }),
    ]);
    this.#limited = await Promise.all([
      partner({ daily_limit: 3 }),
      partner({ user_requests_limit: 2 }),
      partner({ user_priority_limit: 1 }, priority),
      partner({ user_deep_dive_limit: 1 }, deepDive),
    ]);
  }

  async disturb(): Promise<void> {
    const stop = new AbortController();
    const load = {
      journal: this.#journal,
      random: this.#random,
      services: () => this.#serving,
      signal: stop.signal,
    };
    const senders = [
      ...Array.from({ length: 14 }, () => keepSending({ ...load, callers: this.#free })),
      ...[...this.#limited, ...this.#limited].map((caller) => keepSending({ ...load, callers: [caller] })),
    ];
    await this.#disturbUntilEnough();
    stop.abort();
    await Promise.all(senders);
  }

  /** Waits until every turn is final: nothing may be left running for ever. */
  async settle(): Promise<void> {
    const sql = `select count(*)::int as left from turns where state in ('queued', 'running')`;
    const deadline = performance.now() + restMs;
    for (;;) {
      const [row] = await this.#world.database.query<{ left: number }>(sql);
      if (row?.left === 0) return;
      assert.ok(performance.now() < deadline, `${row?.left} turns never ended\n${this.#logs()}`);
      await delay(100);
    }
  }

  async check(): Promise<void> {
    for (const service of this.#serving) service.kill('SIGTERM');
    for (const service of this.#all) {
      const exit = await service.exited;
      if (!this.#killed.has(service)) assert.deepEqual(exit, { code: 0, signal: null });
    }
    const { database, mock } = this.#world;
    await database.query('select tidy_queue()');
    await audit({ database, journal: this.#journal, calls: mock.calls, logs: this.#logs() });
    await this.#checkBranches();
  }

  /** Each fault once, whatever the time; then any of them; then those of the branches that are missing. */
  async #disturbUntilEnough(): Promise<void> {
    const plan: Fault[] = ['stop', 'kill', 'cuts', 'leave', 'midnight', 'sessions', 'restart', 'cuts'];
    const until = performance.now() + this.#options.seconds * 1_000;
    for (const fault of plan) await this.#disturbWith(fault);
    while (performance.now() < until) await this.#disturbWith(this.#random.pick(plan));
    await Promise.all(this.#restarts);
    while (performance.now() < until + patienceMs) {
      const missing = neverTaken(await this.#branches());
      if (missing.length === 0) return;
      this.#options.report(`not yet: ${missing.join(', ')}`);
      for (const fault of new Set(missing.map(faultFor))) {
        if (fault !== null) await this.#disturbWith(fault);
      }
      await Promise.all(this.#restarts);
      await delay(500);
    }
  }

  async #disturbWith(fault: Fault): Promise<void> {
    this.#options.report(fault);
    await this.#do(fault);
    await delay(this.#random.below(1_000));
  }

  async #do(fault: Fault): Promise<void> {
    switch (fault) {
      case 'kill':
        return this.#replace('SIGKILL');
      case 'leave':
        return this.#replace('SIGTERM');
      case 'stop':
        return this.#stopForAWhile();
      case 'restart':
        return this.#postgres.restart();
      case 'sessions':
        await this.#world.database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name like 'parley%' and pid <> pg_backend_pid()`,
        );
        return;
      case 'cuts':
        for (let nth = 0; nth < 8; nth++) {
          this.#postgres.faulty.cutAt(1 + this.#random.below(12));
          await delay(60);
        }
        return;
      case 'midnight':
        await this.#world.database.query('update test_clock set day = day + 1');
        return;
    }
  }

  async #startOne(): Promise<void> {
    const service = await this.#world.start({
      slots,
      databaseUrl: this.#postgres.faulty.url,
      limits: { drain_ms: 50, queue_ttl_ms: 20_000 },
    });
    this.#all.push(service);
    this.#serving = [...this.#serving, service];
  }

  #takeOut(): TestService {
    const victim = this.#random.pick(this.#serving.slice(1));
    this.#serving = this.#serving.filter((service) => service !== victim);
    return victim;
  }

  async #replace(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await this.#untilBusy();
    const victim = this.#takeOut();
    if (signal === 'SIGKILL') this.#killed.add(victim);
    victim.kill(signal);
    await this.#startOne();
  }

  async #stopForAWhile(): Promise<void> {
    await this.#untilBusy();
    const victim = this.#takeOut();
    victim.kill('SIGSTOP');
    this.#restarts.push(
      delay(stoppedMs).then(() => {
        victim.kill('SIGCONT');
        this.#serving = [...this.#serving, victim];
      }),
    );
    await this.#startOne();
  }

  /** So many jobs that each process has one; but no fault waits for ever. */
  async #untilBusy(): Promise<void> {
    const sql = `select count(*)::int as jobs from turns where state = 'running' and door = 'job'`;
    for (let looks = 0; looks < 100; looks++) {
      const [row] = await this.#world.database.query<{ jobs: number }>(sql);
      if ((row?.jobs ?? 0) > slots * 2) return;
      await delay(50);
    }
  }

  async #checkBranches(): Promise<void> {
    const branches = await this.#branches();
    const { entries } = this.#journal;
    const turns = entries.filter((entry) => entry.outcome === 'acknowledged').length;
    this.#options.report(`${entries.length} requests, ${turns} turns, ${JSON.stringify(branches)}`);
    assert.deepEqual(neverTaken(branches), [], 'never taken, so that this run shows nothing about them');
  }

  #branches(): Promise<Branches> {
    return countBranches({
      database: this.#world.database,
      journal: this.#journal,
      logs: this.#logs(),
      cuts: this.#postgres.faulty.cuts,
    });
  }

  #logs(): string {
    return this.#all.map((service) => service.stdout() + service.stderr()).join('\n');
  }
}
