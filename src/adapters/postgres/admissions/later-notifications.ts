import type { Lane } from '#contract/jobs.ts';

/**
 * Notifies of jobs behind the commit that stored them, one lane once at a time however many jobs come meanwhile. No
 * answer waits for it, and a failure is not reported: a worker looks for jobs every second besides.
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
