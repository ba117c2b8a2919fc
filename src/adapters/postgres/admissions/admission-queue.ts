import type { Admission, AdmissionResult } from '#core/turn/admission/admission.ts';
import { BatchLoop } from '../database/batch-loop.ts';
import type { BatchAnswer } from './admit-batch.ts';

/** Admits a batch in one transaction. `isAlone`: all requests are from one client, whose row may be waited for. */
export type AdmitBatch = (batch: readonly Admission[], isAlone: boolean) => Promise<readonly BatchAnswer[]>;

interface Waiting {
  readonly request: Admission;
  readonly resolve: (result: AdmissionResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The outcome of a batch; `settle` resolves the requests that have a result. */
interface Attempted {
  readonly settle: () => void;
  /** In order of arrival. */
  readonly later: readonly Waiting[];
  readonly held: readonly Waiting[];
}

export interface AdmissionQueueOptions {
  readonly maxSize: number;
  /** Whether an error concerns the connection rather than one request that may have caused it. */
  readonly isFinal: (error: unknown) => boolean;
  /** A batch of one client that has no result after this time no longer delays the other clients. */
  readonly patienceMs?: number;
}

/** The most clients that are waited for at a time, because each takes a connection. */
const maxHeld = 4;

/**
 * Sends admissions in batches, as the loop of batches paces them: only one is in flight, because a hot client's row is
 * one lock. A client whose row is held by another transaction gets a queue of its own until that queue is empty.
 */
export class AdmissionQueue {
  readonly #admit: AdmitBatch;
  readonly #options: AdmissionQueueOptions;
  #waiting: Waiting[] = [];
  readonly #loop = new BatchLoop(() => this.#sendNext());
  readonly #held = new Map<number, Waiting[]>();
  /** Held clients that wait for a free slot among those. */
  readonly #unstarted: number[] = [];
  #started = 0;

  constructor(admit: AdmitBatch, options: AdmissionQueueOptions) {
    this.#admit = admit;
    this.#options = options;
  }

  submit(request: Admission): Promise<AdmissionResult> {
    return new Promise((resolve, reject) => {
      const waiting = { request, resolve, reject };
      const held = this.#held.get(request.owner.clientId);
      if (held !== undefined) held.push(waiting);
      else {
        this.#waiting.push(waiting);
        this.#loop.wake();
      }
    });
  }

  #sendNext(): Promise<() => void> | null {
    if (this.#waiting.length === 0) return null;
    return this.#send(this.#waiting.splice(0, this.#options.maxSize));
  }

  async #send(batch: readonly Waiting[]): Promise<() => void> {
    const clientId = onlyClientOf(batch);
    const running = this.#attempt(batch, clientId !== null);
    const attempted = clientId === null ? await running : await this.#orPatience(running);
    if (attempted === null) {
      if (clientId !== null) this.#setAside(clientId, running);
      return () => undefined;
    }
    this.#waiting.unshift(...attempted.later);
    for (const id of clientsOf(attempted.held)) this.#hold(id, attempted.held);
    return attempted.settle;
  }

  async #attempt(batch: readonly Waiting[], isAlone: boolean): Promise<Attempted> {
    try {
      const requests = batch.map(({ request }) => request);
      return attemptedOf(batch, await this.#admit(requests, isAlone));
    } catch (error) {
      if (batch.length === 1 || this.#options.isFinal(error)) {
        return { settle: () => rejectAll(batch, error), later: [], held: [] };
      }
      // One request may have failed the whole batch, so each is run again by itself.
      for (const waiting of batch) (await this.#attempt([waiting], true)).settle();
      return { settle: () => undefined, later: [], held: [] };
    }
  }

  async #orPatience(running: Promise<Attempted>): Promise<Attempted | null> {
    const { promise, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(resolve, this.#options.patienceMs ?? 50, null);
    try {
      return await Promise.race([running, promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Makes a batch in flight the first of its client's own queue. */
  #setAside(clientId: number, running: Promise<Attempted>): void {
    this.#held.set(clientId, this.#takeOut(clientId));
    this.#started += 1;
    void this.#drainHeld(clientId, running);
  }

  #hold(clientId: number, held: readonly Waiting[]): void {
    const own = held.filter(({ request }) => request.owner.clientId === clientId);
    this.#held.set(clientId, [...own, ...this.#takeOut(clientId)]);
    this.#unstarted.push(clientId);
    this.#startHeld();
  }

  #startHeld(): void {
    while (this.#started < maxHeld) {
      const clientId = this.#unstarted.shift();
      if (clientId === undefined) return;
      this.#started += 1;
      void this.#drainHeld(clientId);
    }
  }

  async #drainHeld(clientId: number, running?: Promise<Attempted>): Promise<void> {
    const queue = this.#held.get(clientId) ?? [];
    let attempt = running;
    while (attempt !== undefined || queue.length > 0) {
      attempt ??= this.#attempt(queue.splice(0, this.#options.maxSize), true);
      const { settle, later } = await attempt;
      attempt = undefined;
      queue.unshift(...later);
      settle();
    }
    this.#held.delete(clientId);
    this.#started -= 1;
    this.#startHeld();
  }

  /** Removes and returns the waiting requests of a client. */
  #takeOut(clientId: number): Waiting[] {
    const [own, others] = partition(this.#waiting, ({ request }) => request.owner.clientId === clientId);
    this.#waiting = others;
    return own;
  }
}

function attemptedOf(batch: readonly Waiting[], answers: readonly BatchAnswer[]): Attempted {
  const kindOf = (index: number) => answers[index]?.kind;
  return {
    settle: () => {
      for (const [index, waiting] of batch.entries()) settleOne(waiting, answers[index]);
    },
    later: batch.filter((_, index) => kindOf(index) === 'later'),
    held: batch.filter((_, index) => kindOf(index) === 'held'),
  };
}

function rejectAll(batch: readonly Waiting[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}

function settleOne({ resolve, reject }: Waiting, answer: BatchAnswer | undefined): void {
  if (answer === undefined) reject(new Error('The batch gave too few answers'));
  else if (answer.kind === 'answered') resolve(answer.result);
}

function clientsOf(some: readonly Waiting[]): ReadonlySet<number> {
  return new Set(some.map(({ request }) => request.owner.clientId));
}

function onlyClientOf(batch: readonly Waiting[]): number | null {
  const [clientId, ...others] = clientsOf(batch);
  return clientId !== undefined && others.length === 0 ? clientId : null;
}

function partition<T>(items: readonly T[], matches: (item: T) => boolean): [T[], T[]] {
  return [items.filter(matches), items.filter((item) => !matches(item))];
}
