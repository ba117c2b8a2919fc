import { BatchLoop } from './batch-loop.ts';

/** Runs several requests as one call to the database; returns results in the order of the requests. */
export type RunBatch<Request, Result> = (requests: readonly Request[]) => Promise<readonly Result[]>;

interface Waiting<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** A batch ends before the request that would push it over `most`, unless that is its first request. */
export interface BatchWeight<Request> {
  readonly of: (request: Request) => number;
  readonly most: number;
}

/**
 * Requests wait `ms` for others to share their batch, or until there are `enough`. One that comes longer than twice
 * that after the one before is alone and does not wait.
 */
export interface Gathering {
  readonly ms: number;
  readonly enough: number;
}

export interface BatcherOptions<Request> {
  readonly weight?: BatchWeight<Request>;
  readonly gathering?: Gathering;
}

/** Sends single requests in batches, as the loop of batches paces them. */
export class Batcher<Request, Result> {
  readonly #run: RunBatch<Request, Result>;
  readonly #maxSize: number;
  readonly #isFinal: (error: unknown) => boolean;
  readonly #weight: BatchWeight<Request> | null;
  readonly #gathering: Gathering | null;
  #waiting: Waiting<Request, Result>[] = [];
  #submittedAt = Number.NEGATIVE_INFINITY;
  /** While it runs, what waits is too little to be sent. */
  #gatheringTimer: NodeJS.Timeout | null = null;
  readonly #loop = new BatchLoop(() => this.#sendNext());

  /** `isFinal` separates errors of the connection from errors that a single request of the batch may have caused. */
  constructor(
    run: RunBatch<Request, Result>,
    maxSize: number,
    isFinal: (error: unknown) => boolean,
    { weight, gathering }: BatcherOptions<Request> = {},
  ) {
    this.#run = run;
    this.#maxSize = maxSize;
    this.#isFinal = isFinal;
    this.#weight = weight ?? null;
    this.#gathering = gathering ?? null;
  }

  submit(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (!this.#gathers()) this.#send();
    });
  }

  /** Whether the newest request waits for others. */
  #gathers(): boolean {
    if (this.#gathering === null) return false;
    const { ms, enough } = this.#gathering;
    const now = performance.now();
    const isAlone = now - this.#submittedAt > 2 * ms;
    this.#submittedAt = now;
    if (this.#waiting.length >= enough) return false;
    if (this.#gatheringTimer !== null) return true;
    if (isAlone || this.#waiting.length > 1) return false;
    this.#gatheringTimer = setTimeout(() => this.#send(), ms);
    return true;
  }

  #send(): void {
    if (this.#gatheringTimer !== null) clearTimeout(this.#gatheringTimer);
    this.#gatheringTimer = null;
    this.#loop.wake();
  }

  #sendNext(): Promise<() => void> | null {
    if (this.#waiting.length === 0 || this.#gatheringTimer !== null) return null;
    return this.#attempt(this.#waiting.splice(0, this.#nextSize()));
  }

  #nextSize(): number {
    const most = Math.min(this.#maxSize, this.#waiting.length);
    if (this.#weight === null) return most;
    let weight = 0;
    for (const [size, { request }] of this.#waiting.slice(0, most).entries()) {
      weight += this.#weight.of(request);
      if (weight > this.#weight.most) return Math.max(1, size);
    }
    return most;
  }

  async #attempt(batch: readonly Waiting<Request, Result>[]): Promise<() => void> {
    try {
      const results = await this.#run(batch.map((waiting) => waiting.request));
      return () => {
        for (const [index, waiting] of batch.entries()) settle(waiting, results[index]);
      };
    } catch (error) {
      if (batch.length === 1 || this.#isFinal(error)) {
        return () => {
          for (const waiting of batch) waiting.reject(error);
        };
      }
      // One request may have failed the whole batch, so each is run again by itself.
      for (const waiting of batch) (await this.#attempt([waiting]))();
      return () => undefined;
    }
  }
}

function settle<Request, Result>(waiting: Waiting<Request, Result>, result: Result | undefined): void {
  if (result === undefined) waiting.reject(new Error('The batch gave too few answers'));
  else waiting.resolve(result);
}
