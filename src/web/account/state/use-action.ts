import { type ReadonlySignal, useSignal } from '@preact/signals';
import { endsSession, wordsForFailure } from './words-for-failure.ts';

interface Action {
  readonly busy: ReadonlySignal<boolean>;
  readonly problem: ReadonlySignal<string | null>;
  /** Runs one request at a time; resolves with whether it succeeded. A session that ended leads to sign-in. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

export function useAction(): Action {
  const busy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const run = async (work: () => Promise<void>) => {
    if (busy.peek()) return false;
    busy.value = true;
    problem.value = null;
    try {
      await work();
      return true;
    } catch (error) {
      if (endsSession(error)) leave();
      problem.value = wordsForFailure(error);
      return false;
    } finally {
      busy.value = false;
    }
  };
  return { busy, problem, run };
}

/** Requests the page again: the service clears an expired cookie, and redirects to sign-in and back. */
export function leave(): void {
  // Without the fragment this is a new document, and the fragment is not carried over to the sign-in page.
  location.assign(location.pathname);
}
