import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../batches/random.ts';
import type { FaultServices, NamedService } from './fault-services.ts';
import { type FaultWorld, workerSlots } from './fault-world.ts';

export type Fault = 'kill' | 'stop' | 'leave' | 'sessions' | 'restart' | 'cuts' | 'midnight';

/** Longer than a lease. */
const stoppedMs = 10_000;

/** Causes faults in a world and its processes. */
export class Faults {
  readonly #world: FaultWorld;
  readonly #services: FaultServices;
  readonly #random: Random;
  #continued: Promise<void> = Promise.resolve();

  constructor(world: FaultWorld, services: FaultServices, random: Random) {
    this.#world = world;
    this.#services = services;
    this.#random = random;
  }

  /** Resolves once no process is stopped any more. */
  get continued(): Promise<void> {
    return this.#continued;
  }

  async make(fault: Fault): Promise<void> {
    switch (fault) {
      case 'kill':
        return this.#services.kill(await this.#busyOne());
      case 'leave':
        return this.#services.leave(await this.#busyOne());
      case 'stop':
        return this.#stopForAWhile(await this.#busyOne());
      case 'restart':
        return this.#world.postgres.restart();
      case 'sessions':
        return this.#endSessions();
      case 'cuts':
        return this.#cut();
      case 'midnight':
        // A moment later, so that every transaction that starts on the new day sees it.
        await this.#world.database.query(
          `insert into test_clock select max(day) + 1, clock_timestamp() + interval '1 second' from test_clock`,
        );
    }
  }

  async #stopForAWhile(victim: NamedService): Promise<void> {
    const stoppedAt = performance.now();
    const goOn = await this.#services.stop(victim);
    const left = stoppedMs - (performance.now() - stoppedAt);
    const continued = delay(Math.max(0, left)).then(goOn);
    this.#continued = Promise.all([this.#continued, continued]).then(() => undefined);
  }

  async #endSessions(): Promise<void> {
    await this.#world.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'parley-%'`,
    );
  }

  async #cut(): Promise<void> {
    const { faulty } = this.#world.postgres;
    for (let nth = 0; nth < 8; nth++) {
      faulty.cutAt(1 + this.#random.below(12));
      await delay(60);
    }
  }

  /** One that may be harmed, once it has jobs to lose; but no fault waits forever. */
  async #busyOne(): Promise<NamedService> {
    const victim = this.#random.pick(this.#services.harmable);
    const sql = `
      select count(*)::int as jobs from turns t join test_processes p on p.process_id = t.process_id
      where t.state = 'running' and t.door = 'job' and p.name = $1`;
    for (let looks = 0; looks < 100; looks++) {
      const [row] = await this.#world.database.query<{ jobs: number }>(sql, [victim.name]);
      if ((row?.jobs ?? 0) >= workerSlots - 1) break;
      await delay(50);
    }
    return victim;
  }
}
