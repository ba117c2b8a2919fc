/** A call by which a turn changes something at a partner. */
export class OpenWrite {
  #over = Promise.resolve();

  /** Resolves at once while there is none, else when it is known how it went. */
  get over(): Promise<void> {
    return this.#over;
  }

  async during(work: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#over = promise;
    await work().finally(resolve);
  }
}
