import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { audit, auditHistory } from '../auditor/auditor.ts';
import { numbersAreExact } from '../auditor/auditor-rows.ts';
import { Random } from '../batches/random.ts';
import { type Branches, countBranches, faultFor, neverTaken } from './fault-branches.ts';
import { type Footprint, footprintOf } from './fault-footprint.ts';
import { type Fault, Faults } from './fault-kinds.ts';
import { measureRecovery, type Recovery } from './fault-recovery.ts';
import { request } from './fault-request.ts';
import { nothingIsKept, settle, slotsAreBack } from './fault-rest.ts';
import { createPartners, type FaultPartners, sendAll } from './fault-senders.ts';
import { FaultServices } from './fault-services.ts';
import { type FaultWorld, openFaultWorld, workerSlots } from './fault-world.ts';
import { Journal } from './journal.ts';

export interface FaultRunOptions {
  readonly seed: number;
  readonly seconds: number;
  /** The run continues until this many processes were killed and this many of their jobs were seen to resume. */
  readonly kills: number;
  readonly killedJobs: number;
  readonly report: (line: string) => void;
}

/** The measurements of a run. */
export interface FaultRunResult {
  readonly killed: Recovery;
  readonly stopped: Recovery;
}

/** How much longer a run may continue until it has taken every rare branch. */
const patienceMs = 180_000;
const once: readonly Fault[] = ['stop', 'kill', 'cuts', 'leave', 'midnight', 'sessions', 'restart', 'cuts'];
/** Deaths reveal the most. */
const then: readonly Fault[] = [...once, 'kill', 'kill', 'kill', 'kill'];

/**
 * Puts load on several processes while they are killed, stopped and shut down, the database restarts and loses its
 * sessions, connections are cut at a message, access is revoked and restored, and the UTC day changes; then waits for
 * rest, and audits. It continues until it has taken every rare branch that it is about, and fails when one of them
 * does not occur.
 */
export async function runFaults(options: FaultRunOptions): Promise<FaultRunResult> {
  const journal = new Journal();
  await using world = await openFaultWorld(journal);
  const run = new FaultRun(options, world, journal, await createPartners(world.database, journal));
  await run.start();
  await run.disturb();
  await run.rest();
  return await run.check();
}

class FaultRun {
  readonly #options: FaultRunOptions;
  readonly #world: FaultWorld;
  readonly #journal: Journal;
  readonly #partners: FaultPartners;
  readonly #random: Random;
  readonly #services: FaultServices;
  readonly #faults: Faults;
  #before: Footprint | null = null;

  constructor(options: FaultRunOptions, world: FaultWorld, journal: Journal, partners: FaultPartners) {
    this.#options = options;
    this.#world = world;
    this.#journal = journal;
    this.#partners = partners;
    this.#random = new Random(options.seed);
    this.#services = new FaultServices(world);
    this.#faults = new Faults(world, this.#services, this.#random);
  }

  async start(): Promise<void> {
    await this.#services.fill();
    this.#before = await footprintOf(this.#services.first.service);
  }

  async disturb(): Promise<void> {
    const stop = new AbortController();
    const sending = sendAll({
      seed: this.#options.seed,
      partners: this.#partners,
      journal: this.#journal,
      services: () => this.#services.serving,
      steady: this.#services.first.service,
      signal: stop.signal,
    });
    // A sender that fails ends the run; `sending` reports the failure below.
    sending.catch(() => stop.abort());
    try {
      await this.#disturbUntilEnough(stop.signal);
    } finally {
      stop.abort();
      await sending;
    }
  }

  /** Every turn ends; then the first process, alone, must be as it was. */
  async rest(): Promise<void> {
    const { database } = this.#world;
    const logs = () => this.#services.logs;
    await settle(database, logs);
    await this.#services.leaveOne();
    const [partner] = this.#partners.free;
    assert.ok(partner !== undefined);
    const [kind, user, service] = ['job', 'user-0', this.#services.first.service] as const;
    const signal = AbortSignal.timeout(30_000);
    const asked = { journal: this.#journal, partner, user, service, kind, signal } as const;
    await Promise.all(Array.from({ length: workerSlots * 4 }, () => request(asked)));
    await slotsAreBack(database, workerSlots);
    await settle(database, logs);
    const after = await nothingIsKept(database, this.#services.first, this.#before);
    this.#options.report(`held before ${JSON.stringify(this.#before)}, after ${JSON.stringify(after)}`);
    await this.#services.end();
  }

  async check(): Promise<FaultRunResult> {
    const { database, numbered, difficult } = this.#world;
    const branches = await this.#branches();
    const killed = await this.#recovery('kill');
    const stopped = await this.#recovery('stop');
    this.#summarize(branches, killed, stopped);
    await database.query('select tidy_queue()');
    const audited = {
      database,
      journal: this.#journal,
      calls: numbered.calls,
      otherCalls: difficult.calls,
      logs: this.#services.logs,
    };
    await audit(audited);
    await auditHistory(audited);
    await numbersAreExact(database);
    assert.deepEqual(neverTaken(branches), [], 'never taken, so that this run shows nothing about them');
    return { killed, stopped };
  }

  /** Each fault once, in any case; then random ones; then those of the branches that are missing. */
  async #disturbUntilEnough(signal: AbortSignal): Promise<void> {
    const until = performance.now() + this.#options.seconds * 1_000;
    for (const fault of once) await this.#disturbWith(fault);
    while (performance.now() < until && !signal.aborted) await this.#disturbWith(this.#random.pick(then));
    while (performance.now() < until + patienceMs && !signal.aborted) {
      await this.#faults.continued;
      const missing = await this.#missing();
      if (missing.length === 0) return;
      this.#options.report(`not yet: ${missing.join(', ')}`);
      for (const fault of new Set(missing.map(faultFor))) {
        if (fault !== null) await this.#disturbWith(fault);
      }
      await delay(500);
    }
  }

  async #disturbWith(fault: Fault): Promise<void> {
    this.#options.report(fault);
    await this.#faults.make(fault);
    await delay(this.#random.below(400));
  }

  async #missing(): Promise<readonly string[]> {
    const { kills, killedJobs } = this.#options;
    const { harms, jobs } = await this.#recovery('kill');
    const tooFew = harms < kills || jobs < killedJobs ? ['enough kills'] : [];
    return [...neverTaken(await this.#branches()), ...tooFew];
  }

  #summarize(branches: Branches, killed: Recovery, stopped: Recovery): void {
    const { entries, probes } = this.#journal;
    const turns = entries.filter((entry) => entry.outcome === 'acknowledged').length;
    this.#options.report(`${entries.length} prompts, ${turns} turns, ${probes.length} probes`);
    this.#options.report(JSON.stringify(branches));
    this.#options.report(`milliseconds until a job goes on after kill -9: ${JSON.stringify(killed)}`);
    this.#options.report(`milliseconds until a job goes on after SIGSTOP: ${JSON.stringify(stopped)}`);
  }

  #recovery(by: 'kill' | 'stop'): Promise<Recovery> {
    return measureRecovery(
      this.#world.database,
      this.#services.harms.filter((harm) => harm.by === by),
    );
  }

  #branches(): Promise<Branches> {
    return countBranches({
      database: this.#world.database,
      journal: this.#journal,
      logs: this.#services.logs,
      cuts: this.#world.postgres.faulty.cuts,
    });
  }
}
