/** A promise that is settled from outside, once. It may fail without anyone waiting for it. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  #resolve: (value: T) => void = ignore;
  #reject: (reason: unknown) => void = ignore;
  #isSettled = false;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.promise.catch(ignore);
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  resolve(value: T): void {
    this.#isSettled = true;
    this.#resolve(value);
  }

  reject(reason: unknown): void {
    this.#isSettled = true;
    this.#reject(reason);
  }
}

export function ignore(): void {}
