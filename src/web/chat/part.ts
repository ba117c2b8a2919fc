import { type ReadonlySignal, signal } from '@preact/signals';
import { withWords } from '../shared/text/chat-text.ts';

/** Code that the first paint of the page does not need. */
export interface Part<T> {
  /** Null until it has been loaded. */
  readonly loaded: ReadonlySignal<T | null>;
  /** Rejects when the network fails, and when a deployment has replaced the file. May then be called again. */
  readonly load: () => Promise<T>;
}

export function createPart<T>(read: () => Promise<T>): Part<T> {
  const loaded = signal<T | null>(null);
  let pending: Promise<T> | null = null;
  const load = () => {
    pending ??= withWords(read).then(
      (value) => {
        loaded.value = value;
        return value;
      },
      (error) => {
        pending = null;
        throw error;
      },
    );
    return pending;
  };
  return { loaded, load };
}
