import { limits } from '#contract/limits.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';

/** Counts the readers of each owner that wait in this process: one owner must not take what all readers share. */
export class ReaderSlots {
  readonly #waiting = new Map<string, number>();

  /** Takes a place until it is disposed of; throws `too_many_readers` when the owner has no more. */
  enter({ clientId, userId }: Owner): Disposable {
    const key = [clientId, userId].join(' ');
    const count = this.#waiting.get(key) ?? 0;
    if (count >= limits.waitingReaders) throw errors.tooManyReaders();
    this.#waiting.set(key, count + 1);
    return { [Symbol.dispose]: () => this.#leave(key) };
  }

  #leave(key: string): void {
    const count = this.#waiting.get(key) ?? 0;
    if (count > 1) this.#waiting.set(key, count - 1);
    else this.#waiting.delete(key);
  }
}
