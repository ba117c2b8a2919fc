import { ModelError } from '#core/models/model-error.ts';
import { TaggedThoughts } from './tagged-thoughts.ts';

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Collects the text of one read of the socket and passes it on as one piece, never half a character. */
export class TextDelivery {
  readonly #onText: (text: string) => void;
  readonly #onError: (error: unknown) => void;
  /** Null for a wire whose answers have none. */
  readonly #thoughts: TaggedThoughts | null;
  /** Text of this read that was not passed on yet, or half a surrogate pair. */
  #text = '';
  #bytes = 0;
  #due = false;

  constructor(onText: (text: string) => void, onError: (error: unknown) => void, hasTaggedThoughts = false) {
    this.#onText = onText;
    this.#onError = onError;
    this.#thoughts = hasTaggedThoughts ? new TaggedThoughts() : null;
  }

  get begun(): boolean {
    return this.#bytes > 0;
  }

  /** What comes now is thought, and not passed on. */
  get isThinking(): boolean {
    return this.#thoughts?.isThinking === true;
  }

  /** Each HTTP chunk of a read comes by itself; a microtask runs once, after the last of them. */
  add(text: string): void {
    const said = this.#thoughts === null ? text : this.#thoughts.push(text);
    if (said === '') return;
    this.#text += said;
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(this.#onDue);
  }

  /** The answer is complete: what looked like the beginning of thoughts was text. */
  complete(): void {
    this.#text += this.#thoughts?.finish() ?? '';
    this.finish();
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
