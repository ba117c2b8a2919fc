import { AbortError, AnswerRestartedError, ParleyError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { FinishReason } from '../wire.ts';
import type { AnswerEvent } from './answer-event.ts';
import type { AnswerProgress, AnswerResult } from './answer-progress.ts';
import { Deferred, ignore } from './deferred.ts';
import { readAnswer } from './read-answer.ts';

/** How an answer is requested, and what happens when its reader leaves. */
export interface AnswerSource {
  readonly progress: AnswerProgress;
  readonly settings: Settings;
  readonly connect: (signals: ConnectSignals) => Promise<Response>;
  readonly cancel: (jobUuid: string) => Promise<unknown>;
  /** True for the caller that requested the answer, false for callers that only follow it. */
  readonly cancelWhenLeft: boolean;
  readonly signal: AbortSignal | undefined;
}

export interface ConnectSignals {
  /** Ends the connection. */
  readonly connection: AbortSignal;
  /** Prevents a failed attempt to connect from being repeated. */
  readonly repeats: AbortSignal;
}

/**
 * An answer while it is written. It is requested at once, and read once: as text deltas (`for await`), as events
 * (`events()`) or whole (`text()`, `result()`).
 */
export class AnswerStream implements AsyncIterable<string> {
  readonly #source: AnswerSource;
  readonly #repeats = new AbortController();
  readonly #connection = new AbortController();
  readonly #events: AsyncGenerator<AnswerEvent, void>;
  /** Read before any reader asks, because it names the answer. */
  readonly #first: Promise<IteratorResult<AnswerEvent, void>>;
  readonly #aborted = new Deferred<never>();
  readonly #finished = new Deferred<FinishReason>();
  #stopped: Promise<void> | undefined;
  #cancelWhenLeft: boolean;
  #isRead = false;
  #isCancelled = false;

  constructor(source: AnswerSource) {
    this.#source = source;
    this.#cancelWhenLeft = source.cancelWhenLeft;
    if (source.signal?.aborted === true) this.#repeats.abort(source.signal.reason);
    const connection = this.#connection.signal;
    const connect = () => source.connect({ connection, repeats: this.#repeats.signal });
    this.#events = readAnswer(source.progress, connect, source.settings, connection);
    this.#first = this.#events.next();
    this.#first.catch(ignore);
    source.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Known as soon as the service has accepted the prompt, like the other two. */
  get jobUuid(): Promise<string> {
    return this.#whenNamed().then(({ jobUuid }) => jobUuid);
  }

  get conversationUuid(): Promise<string> {
    return this.#whenNamed().then(({ conversationUuid }) => conversationUuid);
  }

  get messageUuid(): Promise<string> {
    return this.#whenNamed().then(({ messageUuid }) => messageUuid);
  }

  /** The position after the last event that was read; `jobs.follow` takes it as `after`. */
  get cursor(): string | undefined {
    return this.#source.progress.cursor;
  }

  /** The text in pieces. Leaving the loop early cancels an answer that `stream` asked for. */
  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    let given = false;
    for await (const event of this.events()) {
      if (event.type === 'reset' && given) {
        this.#cancelWhenLeft = false;
        throw new AnswerRestartedError(event.attempt);
      }
      if (event.type !== 'delta') continue;
      given = true;
      yield event.text;
    }
  }

  /** Everything that happens to the answer, including new attempts. Leaving has the same effect as for the text. */
  async *events(): AsyncGenerator<AnswerEvent, void> {
    if (this.#isRead) throw new ParleyError('The answer has already been read; it can be read only once');
    this.#isRead = true;
    try {
      let next = await Promise.race([this.#first, this.#aborted.promise]);
      while (next.done !== true) {
        this.#throwIfStopped();
        yield next.value;
        next = await this.#events.next();
      }
      this.#finished.resolve(this.#source.progress.finishReason ?? 'stop');
    } catch (error) {
      if (!this.#isCancelled) {
        this.#finished.reject(error);
        throw error;
      }
    } finally {
      this.#source.signal?.removeEventListener('abort', this.#onAbort);
      if (!this.#finished.isSettled) await this.#onLeft();
    }
  }

  /** The text of the last attempt, once it is complete or cancelled. */
  async text(): Promise<string> {
    await this.#readToEnd();
    return this.#source.progress.text;
  }

  /** The whole answer with its ids, by reading it or by waiting for the current reader. */
  async result(): Promise<AnswerResult> {
    const finishReason = await this.#readToEnd();
    return this.#source.progress.toResult(finishReason);
  }

  /** Stops the answer. The text written until then is kept, and reading ends without an error. */
  async cancel(): Promise<void> {
    if (this.#finished.isSettled) return;
    this.#isCancelled = true;
    await this.#stop('cancelled');
  }

  /** Ends the reading from elsewhere, with the effect of leaving the loop. */
  async leave(): Promise<void> {
    if (this.#finished.isSettled) return;
    if (this.#cancelWhenLeft) await this.cancel();
    else this.#connection.abort();
  }

  async #whenNamed(): Promise<AnswerResult> {
    await Promise.race([this.#first, this.#aborted.promise]);
    return this.#source.progress.toResult('stop');
  }

  async #readToEnd(): Promise<FinishReason> {
    if (!this.#isRead) for await (const _ of this.events());
    return this.#finished.promise;
  }

  async #onLeft(): Promise<void> {
    if (this.#isCancelled || this.#cancelWhenLeft) {
      this.#finished.resolve('cancelled');
      // A loop that was left cannot receive an error; `cancel()` reports its own.
      await this.#stop('left').catch(ignore);
    } else {
      this.#finished.reject(new AbortError('Reading stopped before the end of the answer'));
      this.#connection.abort();
    }
  }

  readonly #onAbort = (): void => {
    const reason: unknown = this.#source.signal?.reason;
    const error = new AbortError('The answer was aborted', { cause: reason });
    this.#aborted.reject(error);
    this.#finished.reject(error);
    if (this.#cancelWhenLeft) this.#stop(reason).catch(ignore);
    else this.#connection.abort(reason);
  };

  #stop(reason: unknown): Promise<void> {
    this.#stopped ??= this.#stopOnce(reason);
    return this.#stopped;
  }

  /** A prompt that is being sent is allowed to arrive: without its id the service would keep answering. */
  async #stopOnce(reason: unknown): Promise<void> {
    const { progress, cancel } = this.#source;
    this.#repeats.abort(reason);
    if (progress.jobUuid === undefined) await this.#first.catch(ignore);
    this.#connection.abort(reason);
    if (progress.jobUuid !== undefined) await cancel(progress.jobUuid);
  }

  #throwIfStopped(): void {
    const { aborted, reason } = this.#connection.signal;
    if (aborted) throw new AbortError('The answer was aborted', { cause: reason });
  }
}
