import assert from 'node:assert/strict';
import { audit, numberedAnswer } from '../auditor/auditor.ts';
import { Journal } from '../faults/journal.ts';
import { type MockScenario, mockPiece } from '../mock/mock-scenario.ts';
import type { JobCaller } from '../world/job-caller.ts';
import { type JobWorld, openJobWorld } from '../world/job-world.ts';
import type { TestService } from '../world/process.ts';
import { checkEffects } from './cut-effects.ts';
import type { CutPoint, Exchange } from './cut-exchange.ts';
import { connecting, type Operation, runningOperations, waitingOperations } from './cut-operations.ts';
import { PostgresCutter } from './cut-postgres.ts';
import { Trial } from './cut-trial.ts';
import { within } from './cut-within.ts';

export interface CutSweepOptions {
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}

/** A statement is described only where it is prepared. */
const ofNewConnections = /Parse|Describe|RowDescription|NoData|Startup/;

/** A message that did not occur on this path occurs on another. */
const maxTries = 8;

/**
 * Cuts the connection to PostgreSQL at every message of every operation of a turn, one cut per trial, and then
 * compares what callers saw, what is stored and what was charged. Running the operation once uncut shows what the
 * messages are.
 */
export async function sweepPostgres(options: CutSweepOptions): Promise<void> {
  await using world = await openJobWorld({ scenario: shortAnswers() });
  await using cutter = await PostgresCutter.start(world.databaseUrl);
  await using sweep = new CutSweep(options, world, cutter);
  await within(options.signal, sweep.run());
}

class CutSweep implements AsyncDisposable {
  readonly #options: CutSweepOptions;
  readonly #world: JobWorld;
  readonly #cutter: PostgresCutter;
  readonly #journal = new Journal();
  readonly #services: TestService[] = [];
  /** Charges that each end user keeps. */
  readonly #keeps = new Map<string, number>();
  readonly #later: Promise<unknown>[] = [];
  readonly #callers: JobCaller[] = [];
  #points = 0;

  constructor(options: CutSweepOptions, world: JobWorld, cutter: PostgresCutter) {
    this.#options = options;
    this.#world = world;
    this.#cutter = cutter;
  }

  async run(): Promise<void> {
    const api = await this.#start('api');
    await this.#sweepAll(api, waitingOperations);
    await this.#stop(api);
    const worker = await this.#start('api,worker');
    await this.#untilAllFinal(worker);
    await this.#sweepAll(worker, [...runningOperations, connecting]);
    await Promise.all(this.#later);
    await this.#untilAllFinal(worker);
    await this.#stop(worker);
    await this.#check();
  }

  /** After a failure no test waits for what the services still have to store. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const service of this.#services) service.kill('SIGKILL');
    await Promise.all(this.#services.map((service) => service.exited));
  }

  async #start(roles: string): Promise<TestService> {
    const service = await this.#world.start({ roles, databaseUrl: this.#cutter.url });
    this.#services.push(service);
    return service;
  }

  async #stop(service: TestService): Promise<void> {
    service.kill('SIGTERM');
    assert.deepEqual(await service.exited, { code: 0, signal: null });
  }

  async #sweepAll(service: TestService, operations: readonly Operation[]): Promise<void> {
    const callers = {
      answers: await this.#world.caller(service),
      stalls: await this.#world.caller(service, { model: 'stall=2' }),
      refuses: await this.#world.caller(service, { model: 'status=400' }),
      refusesEffort: await this.#world.caller(service, { model: 'status=400', deep_dive_enabled: true }),
    };
    this.#callers.push(...Object.values(callers));
    for (const operation of operations) await this.#sweep(operation, callers[operation.provider]);
  }

  async #sweep(operation: Operation, caller: JobCaller): Promise<void> {
    const startedAt = performance.now();
    await this.#try(operation, caller, null, '', false);
    const { messages, statements } = await this.#record(operation, caller);
    assert.ok(
      statements.some((statement) => operation.statement.test(statement)),
      statements.join('\n'),
    );
    const points = pointsOf(messages);
    for (const point of points) await this.#cutAt(point, operation, caller, messages.at(-1) ?? '');
    this.#points += points.length;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    this.#options.report(
      `${operation.name}: ${messages.length} messages, ${points.length} cuts, ${seconds} s`,
    );
  }

  /** On a connection that has none of its statements prepared, so that none of its messages is missing. */
  async #record(operation: Operation, caller: JobCaller): Promise<Exchange> {
    for (let tries = 0; tries < maxTries; tries++) {
      const exchange = await this.#try(operation, caller, null, '', true);
      if (exchange.messages.some((message) => /→ (Parse|Startup)/.test(message))) return exchange;
    }
    throw new Error(`${operation.name} never came to a new connection`);
  }

  /** A warm connection sends fewer messages than a new one, so a message may need another try. */
  async #cutAt(point: CutPoint, operation: Operation, caller: JobCaller, last: string): Promise<void> {
    for (let tries = 0; tries < maxTries; tries++) {
      const isCold = tries > 0 || ofNewConnections.test(point.message) || operation === connecting;
      if ((await this.#try(operation, caller, point, last, isCold)).wasCut) return;
    }
    assert.fail(`${operation.name} was never cut ${point.side} ${point.message}`);
  }

  async #try(
    operation: Operation,
    caller: JobCaller,
    point: CutPoint | null,
    last: string,
    isCold: boolean,
  ): Promise<Exchange> {
    if (isCold) await this.#cutter.closeIdle();
    const user = `user-${this.#keeps.size}`;
    this.#keeps.set(user, operation.keeps);
    const isThrough = point?.message === last && point.side === 'after';
    const trial = new Trial({
      cutter: this.#cutter,
      journal: this.#journal,
      caller: caller.as(user),
      point,
      isThrough,
    });
    const { later } = await operation.perform(trial).catch((error) => {
      throw new Error(`${operation.name}, ${point?.side} ${point?.message}`, { cause: error });
    });
    if (later !== undefined) this.#await(later);
    await trial.served();
    if (trial.exchange === null) throw new Error(`${operation.name} did not wait for its exchange`);
    return trial.exchange;
  }

  /** Awaited at the end; until then a failure is neither lost nor unhandled. */
  #await(later: Promise<unknown>): void {
    later.catch(() => {});
    this.#later.push(later);
  }

  async #untilAllFinal(service: TestService): Promise<void> {
    const left = await this.#world.database.query<{ id: string; client_id: number; user: string }>(
      `select id, client_id, external_user_id as user from turns where state in ('queued', 'running')`,
    );
    const callers = new Map(this.#callers.map((caller) => [caller.clientId, caller.at(service)]));
    await Promise.all(left.map(({ id, client_id, user }) => callers.get(client_id)?.as(user).untilFinal(id)));
  }

  async #check(): Promise<void> {
    const { database, mock } = this.#world;
    assert.equal(this.#cutter.cuts, this.#points, 'cuts that happened');
    this.#options.report(`${this.#points} cuts`);
    const clientIds = this.#callers.map((caller) => caller.clientId);
    await checkEffects(database, clientIds, this.#keeps);
    await database.query('select tidy_queue()');
    const logs = this.#services.map((service) => service.stdout() + service.stderr()).join('\n');
    await audit({ database, journal: this.#journal, calls: mock.calls, logs });
  }
}

/** Both sides of every message. */
function pointsOf(messages: readonly string[]): CutPoint[] {
  return messages.flatMap((message): CutPoint[] => [
    { message, side: 'before' },
    { message, side: 'after' },
  ]);
}

/** Answers that name their call, so that the audit can tell attempts apart by their text. */
function shortAnswers(): MockScenario {
  let calls = 0;
  return {
    get texts() {
      return [numberedAnswer(++calls), mockPiece(0), mockPiece(1)];
    },
  };
}
