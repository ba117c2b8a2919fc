import { effect, type ReadonlySignal, signal } from '@preact/signals';

/** The reader closed the question for a passkey: nothing was changed, and nothing has to be said. */
export class StepUpDeclined extends Error {}

/** Asks for a fresh passkey before an operation that needs one. */
export interface StepUp {
  /** Whether the question is on the screen. */
  readonly asked: ReadonlySignal<boolean>;
  /** Resolves when a passkey was used; rejects with `StepUpDeclined`. */
  readonly ask: () => Promise<void>;
  readonly confirm: () => void;
  readonly decline: () => void;
}

/** `operator` is the id of the one who is signed in. */
export function createStepUp(operator: ReadonlySignal<string | null>): StepUp {
  const asked = signal(false);
  let waiting: PromiseWithResolvers<void>[] = [];
  const settle = (each: (waiter: PromiseWithResolvers<void>) => void) => {
    const settled = waiting;
    waiting = [];
    asked.value = false;
    settled.forEach(each);
  };
  const decline = () => settle(({ reject }) => reject(new StepUpDeclined()));
  // What one operator has begun must not wait for the passkey of the next one who signs in.
  effect(() => {
    operator.value;
    decline();
  });
  return {
    asked,
    ask: () => {
      const waiter = Promise.withResolvers<void>();
      waiting.push(waiter);
      asked.value = true;
      return waiter.promise;
    },
    confirm: () => settle(({ resolve }) => resolve()),
    decline,
  };
}
