import type { Permit } from './circuit.ts';
import type { CallTokens, ModelCall, ModelListener } from './model-provider.ts';
import type { ObservedCall } from './observed-call.ts';

/** Makes several attempts look like one call to the listener. */
export class AttemptListener implements ModelListener {
  textArrived = false;
  readonly #listener: ModelListener;
  #permit: Permit | null = null;
  #observed: ObservedCall | null = null;
  #current: ModelCall | null = null;
  #called = false;
  #paused = false;

  constructor(listener: ModelListener) {
    this.#listener = listener;
  }

  begin(permit: Permit, observed: ObservedCall): void {
    this.#permit = permit;
    this.#observed = observed;
    this.#current = null;
  }

  onCalled(call: ModelCall, counted: () => CallTokens): void {
    this.#observed?.sent(counted);
    this.#current = call;
    if (this.#paused) call.pause();
    if (this.#called) return;
    this.#called = true;
    const lasting = {
      pause: () => {
        this.#paused = true;
        this.#current?.pause();
      },
      resume: () => {
        this.#paused = false;
        this.#current?.resume();
      },
    };
    this.#listener.onCalled(lasting, counted);
  }

  onText(text: string): void {
    if (!this.textArrived) {
      this.textArrived = true;
      this.#permit?.succeeded();
      this.#observed?.textArrived();
    }
    this.#listener.onText(text);
  }

  onThinking(): void {
    this.#listener.onThinking?.();
  }
}
