import type { CallTokens, ModelCall, ModelListener } from '../../models/model-provider.ts';
import type { TextRange } from '../answer-text.ts';

/** An answer that is being written. */
interface WrittenAnswer extends ModelListener {
  readonly bytes: number;
  /** The next text after a byte; null when it is no longer in memory. */
  read(after: number): TextRange | null;
}

/** Hands on what one call to a model writes, and finds it again in the text of the answer. */
export class StepListener implements ModelListener {
  readonly #live: WrittenAnswer;
  /** Comes before the first text. */
  #joint: string;
  /** The byte of the answer at which the text of the call begins; null while there is none. */
  #from: number | null = null;

  /** `isBehindText`: the answer has text already, from which the new one is set apart. */
  constructor(live: WrittenAnswer, isBehindText: boolean) {
    this.#live = live;
    this.#joint = isBehindText ? '\n\n' : '';
  }

  /** What the call has written; null where that is so long that its beginning has left memory. */
  get text(): string | null {
    let text = '';
    for (let at = this.#from ?? this.#live.bytes; at < this.#live.bytes; ) {
      const range = this.#live.read(at);
      if (range === null) return null;
      text += range.text;
      at = range.end;
    }
    return text;
  }

  onCalled(call: ModelCall, counted: () => CallTokens): void {
    this.#live.onCalled(call, counted);
  }

  onText(text: string): void {
    if (text === '') return;
    this.#from ??= this.#live.bytes + this.#joint.length;
    this.#live.onText(this.#joint + text);
    this.#joint = '';
  }

  onThinking(): void {
    this.#live.onThinking?.();
  }
}
