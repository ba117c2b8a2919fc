import type { ClusterLocks } from './embedded-locks.ts';
import { interruptPostmaster, stopPostmaster } from './embedded-postmaster.ts';

/** The shares that this process has not released. */
const shares = new Set<ClusterShare>();

// Neither a bug that ends the process nor a stop that takes too long may leave a server behind.
process.on('exit', () => {
  for (const share of shares) share.abandon();
});

/** This process's share of a cluster. The server is stopped with the last share of all processes. */
export class ClusterShare {
  readonly #cluster: string;
  readonly #locks: ClusterLocks;
  readonly #hold: Disposable;

  private constructor(cluster: string, locks: ClusterLocks, hold: Disposable) {
    this.#cluster = cluster;
    this.#locks = locks;
    this.#hold = hold;
    shares.add(this);
  }

  /** Under the start lock, so that no other process stops the server in between. */
  static async take(cluster: string, locks: ClusterLocks): Promise<ClusterShare> {
    return new ClusterShare(cluster, locks, await locks.holding());
  }

  /** Under the start lock, no process can become a holder between the check and the stop. */
  async giveBack(): Promise<void> {
    this.#hold[Symbol.dispose]();
    if (this.#locks.isFree()) await stopPostmaster(this.#cluster);
    shares.delete(this);
  }

  /**
   * Releases the share while the process exits, when nothing can be awaited. Takes no start lock, which this
   * process may hold itself: a process that becomes a holder meanwhile finds the server gone, and starts it again.
   */
  abandon(): void {
    this.#hold[Symbol.dispose]();
    if (this.#locks.isFree()) interruptPostmaster(this.#cluster);
  }
}
