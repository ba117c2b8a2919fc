import type { Lane } from '#contract/jobs.ts';

/**
 * Notifies workers of jobs after the commit that stored them, one notification per lane at a time however many jobs
 * arrive meanwhile. No response waits for it, and a failure is not reported, because a worker also looks for jobs
 * every second.
 */
export class LaterNotifications {
  readonly #notify: (lanes: readonly Lane[]) => Promise<void>;
  readonly #lanes = new Set<Lane>();
  #isBusy = false;

  constructor(notify: (lanes: readonly Lane[]) => Promise<void>) {
    this.#notify = notify;
  }

  add(lanes: Iterable<Lane>): void {
    for (const lane of lanes) this.#lanes.add(lane);
    if (!this.#isBusy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    while (this.#lanes.size > 0) {
      const lanes = [...this.#lanes];
      this.#lanes.clear();
      await this.#notify(lanes).catch(() => undefined);
    }
    this.#isBusy = false;
  }
}
