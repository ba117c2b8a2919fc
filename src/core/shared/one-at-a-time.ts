/** Runs the tasks of one key in order of arrival, one at a time. Keys do not wait for each other. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = this.#last.get(key)?.then(work, work) ?? work();
    this.#last.set(key, own);
    try {
      return await own;
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key);
    }
  }
}
