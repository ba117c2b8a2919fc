import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '#adapters/postgres/database/database.ts';
import { readMigrations } from '#adapters/postgres/schema/schema-files.ts';
import { audit } from '../auditor/auditor.ts';
import { numberedAnswers } from '../auditor/numbered-answers.ts';
import { Random } from '../batches/random.ts';
import { createEmptyDatabase } from '../database/test-database.ts';
import { FaultPartner } from '../faults/fault-partner.ts';
import { settle } from '../faults/fault-rest.ts';
import { Journal } from '../faults/journal.ts';
import { type MockProvider, startMockProvider } from '../mock/mock-provider.ts';
import { runCommand, startService, type TestService } from '../world/process.ts';
import { type Release, unpackRelease } from './release.ts';
import { keepUsing } from './upgrade-load.ts';

export interface UpgradeRunOptions {
  readonly version: string;
  readonly seed: number;
  /** Processes of each version. */
  readonly processes: number;
  readonly senders: number;
  /** With the old processes alone, with both, with the new ones alone. */
  readonly phaseMs: number;
  readonly paceMs: number;
  /** A worker of each version is killed while both versions serve; its jobs go on elsewhere. */
  readonly killsWorkers: boolean;
}

export interface UpgradeRunResult {
  readonly requests: number;
  readonly turns: number;
}

export const publicHost = 'localhost:8080';

/**
 * Continuous load on an earlier release: processes of this version join and migrate the database, both versions serve
 * it side by side, and the old ones leave. No request is refused or fails, and the audit holds.
 */
export async function runUpgrade(options: UpgradeRunOptions): Promise<UpgradeRunResult> {
  const journal = new Journal();
  await using parts = new AsyncDisposableStack();
  const release = parts.use(await unpackRelease(options.version));
  const { url } = parts.use(await createEmptyDatabase());
  const provider = parts.use(await startMockProvider({ scenario: numberedAnswers(options.paceMs) }));
  const processes = parts.use(new Processes(release, environmentOf(url, provider)));

  await processes.startOld(options.processes);
  if (options.killsWorkers) await processes.startOldWorker();
  const database = parts.use(new Database({ connectionString: url, connections: 2 }));
  const partners = [await processes.createPartner(journal, database, 'alpha')];
  partners.push(await processes.createPartner(journal, database, 'beta'));

  const stop = new AbortController();
  const senders = Array.from({ length: options.senders }, (_, index) =>
    keepUsing({
      journal,
      random: new Random(options.seed + index),
      partner: partners[index % 2] ?? assert.fail(),
      user: `user-${index}`,
      publicHost,
      losesWorkers: options.killsWorkers,
      services: () => processes.serving,
      signal: stop.signal,
    }),
  );
  const using = Promise.all(senders);
  // A failing one ends the run, which awaits it below.
  using.catch(() => stop.abort());
  const phase = () => delay(options.phaseMs, undefined, { signal: stop.signal }).catch(() => undefined);
  await phase();
  await processes.startNew(options.processes);
  assert.deepEqual(
    await appliedTo(database),
    (await readMigrations()).map(({ name }) => name),
  );
  await phase();
  if (options.killsWorkers) {
    await processes.startNewWorker();
    await phase();
    await processes.killWorkers();
    await processes.startNewWorker();
    await phase();
  }
  await processes.leaveOld();
  await phase();
  stop.abort();
  await using;
  await settle(database, () => processes.logs);
  await database.query('select tidy_queue()');
  await audit({ database, journal, calls: provider.calls, logs: processes.logs });
  await processes.leaveAll();
  noStreamWasCut(journal);
  return { requests: journal.received.length, turns: journal.entries.length };
}

class Processes implements AsyncDisposable {
  #workers: readonly TestService[] = [];
  readonly #release: Release;
  readonly #env: Readonly<Record<string, string>>;
  readonly #old: TestService[] = [];
  readonly #new: TestService[] = [];
  readonly #started: TestService[] = [];
  readonly #parts = new AsyncDisposableStack();
  serving: readonly TestService[] = [];

  constructor(release: Release, env: Readonly<Record<string, string>>) {
    this.#release = release;
    this.#env = env;
  }

  get logs(): string {
    return this.#started.map((service) => service.stdout() + service.stderr()).join('\n');
  }

  async startOld(count: number): Promise<void> {
    for (let left = count; left > 0; left--) this.#old.push(await this.#start(this.#release.main));
  }

  async startNew(count: number): Promise<void> {
    for (let left = count; left > 0; left--) this.#new.push(await this.#start());
  }

  async startOldWorker(): Promise<void> {
    this.#workers = [...this.#workers, await this.#launch(this.#release.main, { PARLEY_ROLES: 'worker' })];
  }

  async startNewWorker(): Promise<void> {
    this.#workers = [...this.#workers, await this.#launch(undefined, { PARLEY_ROLES: 'worker' })];
  }

  async killWorkers(): Promise<void> {
    for (const worker of this.#workers) worker.kill('SIGKILL');
    await Promise.all(this.#workers.map((worker) => worker.exited));
    this.#workers = [];
  }

  async leaveOld(): Promise<void> {
    this.serving = this.#new;
    await Promise.all(this.#old.map(leave));
  }

  async leaveAll(): Promise<void> {
    await Promise.all([...this.#new, ...this.#workers].map(leave));
  }

  /** Created by the old release's own command, with Deep Dive and without a limit. */
  async createPartner(journal: Journal, database: Database, slug: string): Promise<FaultPartner> {
    const { main } = this.#release;
    return createPartner(journal, database, slug, { main, env: this.#env });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts[Symbol.asyncDispose]();
  }

  async #start(main?: string): Promise<TestService> {
    const service = await this.#launch(main);
    this.serving = [...this.serving, service];
    return service;
  }

  async #launch(main?: string, more: Readonly<Record<string, string>> = {}): Promise<TestService> {
    const env = { ...this.#env, ...more };
    const started = await startService({ env, ...(main !== undefined && { main }) });
    const service = this.#parts.use({ ...started, origin: `http://127.0.0.1:${started.port}` });
    this.#started.push(service);
    return service;
  }
}

export function noStreamWasCut({ entries }: Journal): void {
  const cut = entries.filter(
    ({ kind, outcome, endedCleanly }) => kind === 'stream' && outcome !== 'unknown' && !endedCleanly,
  );
  assert.deepEqual(cut, [], 'a stream was cut');
}

/** Created by the operator's command of a release. */
export async function createPartner(
  journal: Journal,
  database: Database,
  slug: string,
  options: Parameters<typeof runCommand>[1],
): Promise<FaultPartner> {
  const limits = ['--subscription', 'active', '--deep-dive', 'on', '--daily-limit', 'none'];
  const { stdout } = await runCommand(['client', 'create', slug, ...limits, '--json'], options);
  const [row] = await database.query<{ id: number }>('select id from clients where slug = $1', [slug]);
  return FaultPartner.of(journal, row?.id ?? 0, slug, JSON.parse(stdout).api_key);
}

export async function leave(service: TestService): Promise<void> {
  service.kill('SIGTERM');
  assert.deepEqual(await service.exited, { code: 0, signal: null }, service.stdout() + service.stderr());
}

export function environmentOf(databaseUrl: string, provider: MockProvider): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: databaseUrl,
    PARLEY_SECRET: 'a secret of thirty-two characters and more',
    PARLEY_PUBLIC_URL: `http://${publicHost}`,
    PARLEY_MODEL: 'openai/mock',
    PARLEY_WORKER_SLOTS: '10',
    OPENAI_API_KEY: 'sk-mock-provider-key',
    OPENAI_BASE_URL: provider.baseUrl,
  };
}

async function appliedTo(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>('select name from parley_migrations order by version');
  return rows.map(({ name }) => name);
}
