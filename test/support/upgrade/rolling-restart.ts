import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '#adapters/postgres/database/database.ts';
import { audit } from '../auditor/auditor.ts';
import { numberedAnswers } from '../auditor/numbered-answers.ts';
import { Random } from '../batches/random.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { settle } from '../faults/fault-rest.ts';
import { Journal } from '../faults/journal.ts';
import { startMockProvider } from '../mock/mock-provider.ts';
import { startService, type TestService } from '../world/process.ts';
import { keepUsing } from './upgrade-load.ts';
import { createPartner, environmentOf, leave, noStreamWasCut, publicHost } from './upgrade-run.ts';

export interface RollingRestartOptions {
  readonly seed: number;
  /** Processes of each kind: those that answer, and workers. */
  readonly processes: number;
  /** How often all of them are replaced. */
  readonly rounds: number;
  readonly senders: number;
  readonly pauseMs: number;
  readonly paceMs: number;
}

type Kind = 'api,hosted' | 'worker';

/**
 * Continuous load while every process is replaced, one after the other: a new one joins before the old one gets its
 * signal, as a balancer would have it. No request is refused or fails, no stream is cut, and the audit holds.
 */
export async function runRollingRestart(options: RollingRestartOptions): Promise<{ turns: number }> {
  const journal = new Journal();
  await using parts = new AsyncDisposableStack();
  const { url } = parts.use(await createTestDatabase());
  const database = parts.use(new Database({ connectionString: url, connections: 2 }));
  const provider = parts.use(await startMockProvider({ scenario: numberedAnswers(options.paceMs) }));
  const env = environmentOf(url, provider);
  const processes = parts.use(new ReplacedProcesses(env));
  const kinds = Array.from({ length: options.processes }, (): readonly Kind[] => [
    'api,hosted',
    'worker',
  ]).flat();
  for (const kind of kinds) await processes.start(kind);
  const partner = await createPartner(journal, database, 'alpha', { env });

  const stop = new AbortController();
  const senders = Array.from({ length: options.senders }, (_, index) =>
    keepUsing({
      journal,
      random: new Random(options.seed + index),
      partner,
      user: `user-${index}`,
      publicHost,
      losesWorkers: false,
      services: () => processes.serving,
      signal: stop.signal,
    }),
  );
  const using = Promise.all(senders);
  // A failing one ends the run, which awaits it below.
  using.catch(() => stop.abort());
  for (const kind of Array.from({ length: options.rounds }, () => kinds).flat()) {
    if (!stop.signal.aborted) await processes.replaceOldest(kind);
    await delay(options.pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
  }
  stop.abort();
  await using;
  await settle(database, () => processes.logs);
  await database.query('select tidy_queue()');
  await audit({ database, journal, calls: provider.calls, logs: processes.logs });
  await processes.leaveAll();
  noStreamWasCut(journal);
  return { turns: journal.entries.length };
}

class ReplacedProcesses implements AsyncDisposable {
  readonly #env: Readonly<Record<string, string>>;
  readonly #all: TestService[] = [];
  readonly #parts = new AsyncDisposableStack();
  readonly #running: Record<Kind, readonly TestService[]> = { 'api,hosted': [], worker: [] };

  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
  }

  get serving(): readonly TestService[] {
    return this.#running['api,hosted'];
  }

  get logs(): string {
    return this.#all.map((service) => service.stdout() + service.stderr()).join('\n');
  }

  async start(kind: Kind): Promise<void> {
    const started = await startService({ env: { ...this.#env, PARLEY_ROLES: kind } });
    const service = this.#parts.use({ ...started, origin: `http://127.0.0.1:${started.port}` });
    this.#all.push(service);
    this.#running[kind] = [...this.#running[kind], service];
  }

  async replaceOldest(kind: Kind): Promise<void> {
    await this.start(kind);
    const [oldest, ...others] = this.#running[kind];
    this.#running[kind] = others;
    await leave(oldest ?? assert.fail());
  }

  async leaveAll(): Promise<void> {
    await Promise.all(Object.values(this.#running).flat().map(leave));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts[Symbol.asyncDispose]();
  }
}
