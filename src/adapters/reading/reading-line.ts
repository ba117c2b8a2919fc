import { errors } from '#core/errors.ts';

const most = { ofSender: 2, inAll: 10 } as const;

/**
 * Runs one task at a time, in the order of arrival, but no sender twice while another one waits: what is slow delays its
 * own sender most. Refuses those for which too many are waiting.
 */
export class ReadingLine {
  readonly #waiting: { readonly sender: string; readonly start: () => void }[] = [];
  #isBusy = false;

  async run<T>(sender: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#isBusy) await this.#wait(sender, signal);
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      const next = this.#waiting.find((waiting) => waiting.sender !== sender) ?? this.#waiting[0];
      this.#isBusy = next !== undefined;
      next?.start();
    }
  }

  #wait(sender: string, signal?: AbortSignal): Promise<void> {
    const own = this.#waiting.filter((waiting) => waiting.sender === sender).length;
    if (own >= most.ofSender || this.#waiting.length >= most.inAll) throw errors.unavailable();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const quit = () => {
      this.#waiting.splice(this.#waiting.indexOf(place), 1);
      signal?.removeEventListener('abort', leave);
    };
    const leave = () => {
      quit();
      reject(signal?.reason);
    };
    const place = {
      sender,
      start() {
        quit();
        resolve();
      },
    };
    this.#waiting.push(place);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }
}
