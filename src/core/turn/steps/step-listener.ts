import type { CallTokens, ModelCall, ModelListener } from '../../models/model-provider.ts';

/** Hands on what one call to a model writes, and keeps it. */
export class StepListener implements ModelListener {
  readonly #listener: ModelListener;
  readonly #isBehindText: boolean;
  #text = '';

  /** `isBehindText`: the answer has text already, from which the new one is set apart. */
  constructor(listener: ModelListener, isBehindText: boolean) {
    this.#listener = listener;
    this.#isBehindText = isBehindText;
  }

  /** What the call has written. */
  get text(): string {
    return this.#text;
  }

  onCalled(call: ModelCall, counted: () => CallTokens): void {
    this.#listener.onCalled(call, counted);
  }

  onText(text: string): void {
    if (text === '') return;
    this.#listener.onText(this.#isBehindText && this.#text === '' ? `\n\n${text}` : text);
    this.#text += text;
  }

  onThinking(): void {
    this.#listener.onThinking?.();
  }
}
