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

/** Sends single requests in batches, as the loop of batches paces them. */
export class Batcher<Request, Result> {
  readonly #run: RunBatch<Request, Result>;
  readonly #maxSize: number;
  readonly #isFinal: (error: unknown) => boolean;
  readonly #weight: BatchWeight<Request> | null;
  #waiting: Waiting<Request, Result>[] = [];
  readonly #loop = new BatchLoop(() => this.#sendNext());

  /** `isFinal` separates errors of the connection from errors that a single request of the batch may have caused. */
  constructor(
    run: RunBatch<Request, Result>,
    maxSize: number,
    isFinal: (error: unknown) => boolean,
    weight: BatchWeight<Request> | null = null,
  ) {
    this.#run = run;
    this.#maxSize = maxSize;
    this.#isFinal = isFinal;
    this.#weight = weight;
  }

  submit(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#loop.wake();
    });
  }

  #sendNext(): Promise<() => void> | null {
    if (this.#waiting.length === 0) return null;
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
