import { join } from 'node:path';
import type { StartWatch } from '#core/shared/start-failure.ts';
import { lockExclusively, lockShared, tryLockExclusively } from './data-folder-lock.ts';

/**
 * The locks of a cluster lie in its home, so that they move with its files. Version 0.1.0 kept them in the data
 * folder; those are taken as well, so that processes of both versions see each other.
 */
export class ClusterLocks {
  readonly #folders: readonly string[];

  constructor(home: string, dataFolder: string) {
    this.#folders = [home, dataFolder];
  }

  /** Waits until only this process may start or stop the cluster, or become a holder of it. */
  async starting(watch: StartWatch = {}): Promise<Disposable> {
    return await this.#each('starting.lock', (path) => lockExclusively(path, watch));
  }

  /** Registers this process as a holder of the cluster until it exits or this is disposed of. */
  async holding(): Promise<Disposable> {
    return await this.#each('holders.lock', lockShared);
  }

  /** Whether no process holds the cluster. */
  isFree(): boolean {
    return this.#folders.every((folder) => {
      using lock = tryLockExclusively(join(folder, 'holders.lock'));
      return lock !== null;
    });
  }

  async #each(name: string, lock: (path: string) => Promise<Disposable>): Promise<Disposable> {
    using locks = new DisposableStack();
    for (const folder of this.#folders) locks.use(await lock(join(folder, name)));
    return locks.move();
  }
}
