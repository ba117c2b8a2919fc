/** Sends a batch; resolves with what delivers its results. `null`: nothing waits. */
export type SendNext = () => Promise<() => void> | null;

/**
 * Group commit within the process, paced by the database: when no batch is in flight, a request is sent together with
 * what arrived in the same tick, otherwise it joins the next batch. Only one batch is in flight at a time, so that the
 * busier the database is, the larger the batches become.
 */
export class BatchLoop {
  readonly #sendNext: SendNext;
  #isBusy = false;

  constructor(sendNext: SendNext) {
    this.#sendNext = sendNext;
  }

  /** To be called when a request has begun to wait. */
  wake(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Deferred until the ready sockets have been read, so that requests that arrived together share a batch.
    setImmediate(() => void this.#run());
  }

  /** The results of each batch are delivered while the next one is in flight. */
  async #run(): Promise<void> {
    let deliver = (): void => undefined;
    for (let running = this.#sendNext(); running !== null; running = this.#sendNext()) {
      // Sending takes a few ticks, and the callers that receive results have work to do.
      setImmediate(deliver);
      deliver = await running;
    }
    this.#isBusy = false;
    deliver();
  }
}
