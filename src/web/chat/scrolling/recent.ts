/**
 * What happened in the last `ms`, and not longer ago than two frames. What a reader does while the page stands still
 * arrives in its next frame, or in the one after that, and follows from what was on the screen before.
 */
export class Recent<T> {
  readonly #ms: number;
  readonly #kept = new Set<{ readonly value: T }>();

  constructor(ms: number) {
    this.#ms = ms;
  }

  get values(): readonly T[] {
    return Array.from(this.#kept, ({ value }) => value);
  }

  add(value: T): void {
    const one = { value };
    const forget = () => this.#kept.delete(one);
    this.#kept.add(one);
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(forget)), this.#ms);
  }

  clear(): void {
    this.#kept.clear();
  }
}
