import type { CallTokens, ModelCall, ModelListener } from '../../models/model-provider.ts';

/** What a step needs of a call to a model, beside handing on what it writes. */
export interface StepListenerOptions {
  /** The answer has text already, from which the new one is set apart. */
  readonly isBehindText: boolean;
  /** The call may ask for tools: its text is a part of the step, and stays in memory until then. */
  readonly keepsText: boolean;
}

/** Hands on what one call to a model writes. */
export class StepListener implements ModelListener {
  readonly #listener: ModelListener;
  readonly #keepsText: boolean;
  /** Comes before the first text. */
  #joint: string;
  #text = '';

  constructor(listener: ModelListener, { isBehindText, keepsText }: StepListenerOptions) {
    this.#listener = listener;
    this.#joint = isBehindText ? '\n\n' : '';
    this.#keepsText = keepsText;
  }

  /** What the call has written, where it is kept. */
  get text(): string {
    return this.#text;
  }

  onCalled(call: ModelCall, counted: () => CallTokens): void {
    this.#listener.onCalled(call, counted);
  }

  onText(text: string): void {
    if (text === '') return;
    this.#listener.onText(this.#joint + text);
    this.#joint = '';
    if (this.#keepsText) this.#text += text;
  }

  onThinking(): void {
    this.#listener.onThinking?.();
  }
}
