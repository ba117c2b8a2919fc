import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { audit } from './auditor.ts';
import { keepSending } from './fault-load.ts';
import type { JobCaller } from './job-caller.ts';
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

type Fault = 'kill' | 'stop' | 'leave' | 'sessions' | 'restart' | 'cuts' | 'midnight';

/** Longer than a lease. */
const stoppedMs = 10_000;
const restMs = 60_000;
const slots = 4;

/**
 * Load on several processes while they are killed, stopped and shut down, the database restarts and loses its
 * sessions, connections are cut at a message, and the UTC day changes; then rest, and the audit. Fails, too, when one of the
 * rare branches that it is about was never taken.
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
  #callers: JobCaller[] = [];
  readonly #done: Fault[] = [];
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
    const free = { deep_dive_enabled: true };
    this.#callers = await Promise.all([
      this.#world.caller(service, free),
      this.#world.caller(service, free),
      this.#world.caller(service, { ...free, concurrent_turns: 3, burst_per_minute: 100_000 }),
      this.#world.caller(service, { ...free, daily_limit: 10 }),
      this.#world.caller(service, {
        ...free,
        user_requests_limit: 5,
        user_priority_limit: 1,
        user_deep_dive_limit: 1,
      }),
    ]);
  }

  async disturb(): Promise<void> {
    const stop = new AbortController();
    const load = {
      journal: this.#journal,
      random: this.#random,
      services: () => this.#serving,
      callers: this.#callers,
      signal: stop.signal,
    };
    const senders = Array.from({ length: 14 }, () => keepSending(load));
    const until = performance.now() + this.#options.seconds * 1_000;
    // Each once, whatever the time; then any of them.
    const plan: Fault[] = ['stop', 'kill', 'cuts', 'leave', 'midnight', 'sessions', 'restart', 'cuts'];
    for (let nth = 0; nth < plan.length || performance.now() < until; nth++) {
      const fault = plan[nth] ?? this.#random.pick(plan);
      await this.#disturbWith(fault);
      await delay(500 + this.#random.below(1_500));
    }
    await Promise.all(this.#restarts);
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
    await this.#checkRareBranches();
  }

  async #disturbWith(fault: Fault): Promise<void> {
    this.#options.report(fault);
    this.#done.push(fault);
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

  async #checkRareBranches(): Promise<void> {
    const [seen] = await this.#world.database.query<Record<string, number>>(`
      select count(*) filter (where deaths > 0)::int as rescued,
        count(*) filter (where door = 'job' and attempt > deaths + 1)::int as "let go",
        count(*) filter (where refunded)::int as refunded,
        count(*) filter (where state = 'cancelled')::int as cancelled,
        (count(distinct charge_day) - 1)::int as midnights
      from turns`);
    const codes = this.#journal.entries.map((entry) => entry.code);
    const branches: Record<string, number> = {
      ...seen,
      'connections cut': this.#postgres.faulty.cuts,
      fenced: this.#logs().split('Writes of a lost attempt were refused').length - 1,
      ...Object.fromEntries(quotaRefusals.map((code) => [code, codes.filter((one) => one === code).length])),
    };
    const { entries } = this.#journal;
    const turns = entries.filter((entry) => entry.outcome === 'acknowledged').length;
    this.#options.report(`${entries.length} requests, ${turns} turns, ${JSON.stringify(branches)}`);
    const never = Object.entries(branches).filter(([, times]) => times === 0);
    assert.deepEqual(never, [], 'this run did not take every rare branch, so it shows nothing about them');
  }

  #logs(): string {
    return this.#all.map((service) => service.stdout() + service.stderr()).join('\n');
  }
}

const quotaRefusals = [
  'quota_exceeded client requests',
  'quota_exceeded user requests',
  'quota_exceeded user priority',
  'quota_exceeded user deep_dive',
];
