import { type ModelCall, type ModelListener, noTokens } from '#core/models/model-provider.ts';

const WORDS_AT_ONCE = 2;

/** Sends a text to the listener a few words at a time, as a model would, every `paceMs`. */
export function typeOut(
  text: string,
  paceMs: number,
  listener: ModelListener,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else new Typing(text, paceMs, listener, signal, resolve, reject).start();
  });
}

class Typing implements ModelCall {
  readonly #pieces: readonly string[];
  readonly #paceMs: number;
  readonly #listener: ModelListener;
  readonly #signal: AbortSignal;
  readonly #resolve: () => void;
  readonly #reject: (reason: unknown) => void;
  #next = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    text: string,
    paceMs: number,
    listener: ModelListener,
    signal: AbortSignal,
    resolve: () => void,
    reject: (reason: unknown) => void,
  ) {
    this.#pieces = text.match(new RegExp(`(\\s*\\S+){1,${WORDS_AT_ONCE}}|\\s+$`, 'g')) ?? [];
    this.#paceMs = paceMs;
    this.#listener = listener;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(): void {
    this.#signal.addEventListener('abort', this.#onAbort, { once: true });
    this.resume();
    this.#listener.onCalled(this, () => noTokens);
  }

  pause(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  resume(): void {
    if (this.#signal.aborted) return;
    this.#timer ??= setInterval(this.#type, this.#paceMs);
  }

  readonly #type = (): void => {
    const piece = this.#pieces[this.#next];
    this.#next += 1;
    if (piece === undefined) this.#end();
    else this.#listener.onText(piece);
  };

  #end(): void {
    this.pause();
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#resolve();
  }

  readonly #onAbort = (): void => {
    this.pause();
    this.#reject(this.#signal.reason);
  };
}
