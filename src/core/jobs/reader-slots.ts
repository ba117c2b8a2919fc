import { limits } from '#contract/limits.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';

/** Counts each owner's waiting readers in this process, so that no owner uses up what all readers share. */
export class ReaderSlots {
  readonly #waiting = new Map<string, number>();

  /** Takes a slot until the result is disposed of; throws `too_many_readers` when the owner has none left. */
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
