/** Readers that learn of something together ask for it within this time. */
const keptMs = 200;

/**
 * Reads once for all who ask for the same at about the same time. The key names what the asker knows already, so
 * that an answer from before is not given again.
 */
export class SharedReads<Answer> {
  readonly #reads = new Map<string, Promise<Answer>>();

  read(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const shared = this.#reads.get(key);
    if (shared !== undefined) return shared;
    const read = ask();
    this.#reads.set(key, read);
    const forget = () => this.#reads.delete(key);
    read.then(() => setTimeout(forget, keptMs).unref(), forget);
    return read;
  }
}
