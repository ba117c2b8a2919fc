import assert from 'node:assert/strict';
import type { TestService } from '../world/process.ts';
import type { FaultWorld } from './fault-world.ts';

/** A process and the name under which the database knows it. */
export interface NamedService {
  readonly name: string;
  readonly service: TestService;
}

/** A process that was killed or stopped, and when: milliseconds since 1970. */
export interface Harm {
  readonly name: string;
  readonly by: 'kill' | 'stop';
  readonly at: number;
}

const wanted = 3;

/** The processes of a fault run. The first is never harmed. */
export class FaultServices {
  readonly harms: Harm[] = [];
  readonly #world: Pick<FaultWorld, 'start'>;
  readonly #all: NamedService[] = [];
  readonly #killed = new Set<TestService>();
  readonly #left = new Set<TestService>();
  readonly #ended = new Set<TestService>();
  #serving: NamedService[] = [];

  constructor(world: Pick<FaultWorld, 'start'>) {
    this.#world = world;
  }

  /** The processes that answer now. */
  get serving(): readonly TestService[] {
    return this.#serving.map(({ service }) => service);
  }

  get harmable(): readonly NamedService[] {
    return this.#serving.slice(1);
  }

  get first(): NamedService {
    const [first] = this.#all;
    if (first === undefined) throw new Error('nothing was started');
    return first;
  }

  /** Everything that any of them printed. */
  get logs(): string {
    return this.#all.map(({ service }) => service.stdout() + service.stderr()).join('\n');
  }

  async fill(): Promise<void> {
    while (this.#serving.length < wanted) {
      const name = `parley-${this.#all.length}`;
      const one = { name, service: await this.#world.start(name, this.#all.length === 0) };
      void one.service.exited.then(() => this.#ended.add(one.service));
      this.#all.push(one);
      this.#serving.push(one);
    }
  }

  async kill(victim: NamedService): Promise<void> {
    this.#takeOut(victim);
    this.#killed.add(victim.service);
    this.harms.push({ name: victim.name, by: 'kill', at: Date.now() });
    victim.service.kill('SIGKILL');
    await this.fill();
  }

  async leave(victim: NamedService): Promise<void> {
    this.#takeOut(victim);
    this.#terminate(victim);
    await this.fill();
  }

  /** Returns a function that continues it. */
  async stop(victim: NamedService): Promise<() => void> {
    this.#takeOut(victim);
    this.harms.push({ name: victim.name, by: 'stop', at: Date.now() });
    victim.service.kill('SIGSTOP');
    await this.fill();
    return () => {
      victim.service.kill('SIGCONT');
      this.#serving.push(victim);
    };
  }

  /** Ends all but the first. */
  async leaveOne(): Promise<void> {
    for (const one of this.#serving.slice(1)) this.#terminate(one);
    this.#serving = this.#serving.slice(0, 1);
    await Promise.all(this.#all.slice(1).map(({ service }) => service.exited));
  }

  /**
   * Ends the first, too. No process may have ended by itself, and every one that was asked to must have exited
   * cleanly.
   */
  async end(): Promise<void> {
    const early = this.#all.filter(
      ({ service }) => this.#ended.has(service) && !this.#left.has(service) && !this.#killed.has(service),
    );
    assert.deepEqual(
      early.map(({ name }) => name),
      [],
      'a process ended by itself',
    );
    this.#terminate(this.first);
    for (const { name, service } of this.#all) {
      const exit = await service.exited;
      if (!this.#killed.has(service))
        assert.deepEqual(exit, { code: 0, signal: null }, `${name} ended badly`);
    }
  }

  #terminate({ service }: NamedService): void {
    this.#left.add(service);
    service.kill('SIGTERM');
  }

  #takeOut(victim: NamedService): void {
    this.#serving = this.#serving.filter((one) => one !== victim);
  }
}
