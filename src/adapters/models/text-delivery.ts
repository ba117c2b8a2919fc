import { ModelError } from '#core/models/model-error.ts';

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Collects the text of one read of the socket and passes it on as one piece, never half a character. */
export class TextDelivery {
  readonly #onText: (text: string) => void;
  readonly #onError: (error: unknown) => void;
  /** Text of this read that was not passed on yet, or half a surrogate pair. */
  #text = '';
  #bytes = 0;
  #due = false;

  constructor(onText: (text: string) => void, onError: (error: unknown) => void) {
    this.#onText = onText;
    this.#onError = onError;
  }

  get begun(): boolean {
    return this.#bytes > 0;
  }

  /** Each HTTP chunk of a read comes by itself; a microtask runs once, after the last of them. */
  add(text: string): void {
    this.#text += text;
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(this.#onDue);
  }

  /** Passes on everything; nothing more comes. */
  finish(): void {
    const text = this.#text;
    this.#text = '';
    this.#hand(text);
  }

  drop(): void {
    this.#text = '';
  }

  readonly #onDue = (): void => {
    this.#due = false;
    const text = this.#text;
    const end = endsInHighSurrogate(text) ? text.length - 1 : text.length;
    this.#text = text.slice(end);
    try {
      this.#hand(text.slice(0, end));
    } catch (error) {
      this.#onError(error);
    }
  };

  #hand(text: string): void {
    if (text === '') return;
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes > MAX_ANSWER_BYTES) {
      throw new ModelError('rejected', 'the answer is longer than 8 MiB', { retryable: false });
    }
    this.#onText(text);
  }
}

function endsInHighSurrogate(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}
