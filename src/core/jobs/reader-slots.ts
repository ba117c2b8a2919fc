import { limits } from '#contract/limits.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';

/** Takes a slot until the result is disposed of; throws `too_many_readers` when the owner has none left. */
export interface ReaderEntry {
  enter(owner: Owner): Disposable;
}

/** Counts each owner's waiting readers in this process, so that no owner uses up what all readers share. */
export class ReaderSlots implements ReaderEntry {
  readonly #waiting = new Map<string, number>();
  readonly #byHost = new Map<string, number>();

  /** Waiting readers by the host through which they entered. */
  get byHost(): ReadonlyMap<string, number> {
    return this.#byHost;
  }

  /** The same slots for the readers of one kind of host, which are counted apart as well. */
  onHost(host: string): ReaderEntry {
    const count = (change: 1 | -1) => this.#byHost.set(host, (this.#byHost.get(host) ?? 0) + change);
    return {
      enter: (owner) => {
        const slot = this.enter(owner);
        count(1);
        return {
          [Symbol.dispose]: () => {
            count(-1);
            slot[Symbol.dispose]();
          },
        };
      },
    };
  }

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
