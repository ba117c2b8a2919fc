import { errors } from '../errors.ts';

interface Most {
  readonly ofSender: number;
  readonly inAll: number;
}

interface FairLineOptions {
  readonly running: Most;
  /** More are refused; any number by default. */
  readonly waiting?: Most;
}

const anyNumber: Most = { ofSender: Number.POSITIVE_INFINITY, inAll: Number.POSITIVE_INFINITY };

/** The tasks of one sender. */
interface Tasks {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Runs a number of tasks at once. A place that becomes free goes to the next sender in turn, so what is slow, or too
 * much, delays its own sender most.
 */
export class FairLine<Sender> {
  readonly #running: Most;
  readonly #waiting: Most;
  /** Those that have tasks, in the order of their turns. */
  readonly #senders = new Map<Sender, Tasks>();

  constructor({ running, waiting = anyNumber }: FairLineOptions) {
    this.#running = running;
    this.#waiting = waiting;
  }

  /** The signal ends the waiting only: a task that runs has its place until it has ended. */
  async run<T>(sender: Sender, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const own = this.#senders.get(sender) ?? { running: 0, waiting: new Set() };
    if (this.#mayRun(own)) {
      own.running += 1;
      this.#senders.set(sender, own);
    } else await this.#wait(sender, own, signal);
    try {
      return await work();
    } finally {
      own.running -= 1;
      this.#senders.delete(sender);
      if (isBusy(own)) this.#senders.set(sender, own);
      this.#startNext();
    }
  }

  #mayRun({ running }: Tasks): boolean {
    const { ofSender, inAll } = this.#running;
    return running < ofSender && this.#count((tasks) => tasks.running) < inAll;
  }

  #wait(sender: Sender, own: Tasks, signal?: AbortSignal): Promise<void> {
    const { ofSender, inAll } = this.#waiting;
    if (own.waiting.size >= ofSender || this.#count(({ waiting }) => waiting.size) >= inAll)
      throw errors.unavailable();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const quit = () => {
      own.waiting.delete(start);
      signal?.removeEventListener('abort', leave);
    };
    const start = () => {
      quit();
      own.running += 1;
      resolve();
    };
    const leave = () => {
      quit();
      if (!isBusy(own)) this.#senders.delete(sender);
      reject(signal?.reason);
    };
    own.waiting.add(start);
    this.#senders.set(sender, own);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  /** At most one can start where one has ended, because no task waits that could have started before. */
  #startNext(): void {
    for (const tasks of this.#senders.values()) {
      const [start] = tasks.waiting;
      if (start === undefined || !this.#mayRun(tasks)) continue;
      start();
      return;
    }
  }

  #count(of: (tasks: Tasks) => number): number {
    let count = 0;
    for (const tasks of this.#senders.values()) count += of(tasks);
    return count;
  }
}

function isBusy({ running, waiting }: Tasks): boolean {
  return running > 0 || waiting.size > 0;
}
