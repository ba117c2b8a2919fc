import { join } from 'node:path';
import type { StartWatch } from '#core/shared/start-watch.ts';
import { lockExclusively, lockShared, tryLockExclusively } from './data-folder-lock.ts';

/**
 * The locks of a cluster, in its own home, so that they go where its files go. Version 0.1.0 kept them in the data
 * folder: those are taken as well, so that its processes and ours know of each other.
 */
export class ClusterLocks {
  readonly #folders: readonly string[];

  constructor(home: string, dataFolder: string) {
    this.#folders = [home, dataFolder];
  }

  /** Waits until this process alone may start or stop the cluster, or become a holder of it. */
  async starting(watch: StartWatch = {}): Promise<Disposable> {
    return await this.#each('starting.lock', (path) => lockExclusively(path, watch));
  }

  /** This process uses the cluster for as long as it lives, or until this is disposed of. */
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
