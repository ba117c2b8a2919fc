import { rm } from 'node:fs/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { FaultProxy } from './fault-proxy.ts';

/** A migrated PostgreSQL of its own that can be stopped and started again behind stable addresses. */
export class RestartablePostgres implements AsyncDisposable {
  readonly #dataFolder: string;
  #running: EmbeddedPostgres;
  /** Never cut on purpose: for the test itself. */
  readonly steady: FaultProxy;
  /** For the service under test. */
  readonly faulty: FaultProxy;

  private constructor(dataFolder: string, running: EmbeddedPostgres, steady: FaultProxy, faulty: FaultProxy) {
    this.#dataFolder = dataFolder;
    this.#running = running;
    this.steady = steady;
    this.faulty = faulty;
  }

  static async start(): Promise<RestartablePostgres> {
    const dataFolder = makeFolder('parley-restart-');
    const running = await startEmbeddedPostgres({ dataFolder, durable: false });
    const { connectionString } = running.connection;
    await migrate({ connectionString });
    const [steady, faulty] = [
      await FaultProxy.start(connectionString),
      await FaultProxy.start(connectionString),
    ];
    return new RestartablePostgres(dataFolder, running, steady, faulty);
  }

  async restart(): Promise<void> {
    await this.#running[Symbol.asyncDispose]();
    this.#running = await startEmbeddedPostgres({ dataFolder: this.#dataFolder, durable: false });
    for (const proxy of [this.steady, this.faulty]) proxy.leadTo(this.#running.connection.connectionString);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.steady[Symbol.asyncDispose]();
    await this.faulty[Symbol.asyncDispose]();
    await this.#running[Symbol.asyncDispose]();
    await rm(this.#dataFolder, { recursive: true });
  }
}
