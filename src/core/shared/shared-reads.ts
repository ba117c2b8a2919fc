/** Readers that were notified together ask within this time. */
const notifiedMs = 200;

/**
 * Reads once for all callers that ask for the same thing at about the same time. The key includes what the caller
 * knows already, so that no caller receives an older state again.
 */
export class SharedReads<Answer> {
  readonly #reads = new Map<string, Promise<Answer>>();
  readonly #keptMs: number;

  constructor(keptMs: number = notifiedMs) {
    this.#keptMs = keptMs;
  }

  read(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const shared = this.#reads.get(key);
    if (shared !== undefined) return shared;
    const read = ask();
    this.#reads.set(key, read);
    const forget = () => this.#reads.delete(key);
    read.then(() => setTimeout(forget, this.#keptMs).unref(), forget);
    return read;
  }
}
