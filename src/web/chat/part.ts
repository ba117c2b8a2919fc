import { type ReadonlySignal, signal } from '@preact/signals';

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
    pending ??= read()
      .catch(readAgain<T>)
      .then(
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

/**
 * Chromium keeps a failed import for as long as the page is open, so another try needs another address. The error names
 * the file; where it does not, the browser itself tries again.
 */
function readAgain<T>(error: unknown): Promise<T> {
  const [file] = /https?:\S+$/.exec(String(error)) ?? [];
  if (file === undefined) throw error;
  return import(/* @vite-ignore */ `${file}?${Date.now()}`);
}
