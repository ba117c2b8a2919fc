/** Work that an answer does not wait for. Disposing waits for running tasks. */
export class BackgroundTasks implements AsyncDisposable {
  readonly #running = new Set<Promise<void>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  run(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.#onError(error))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Running tasks may start more.
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
