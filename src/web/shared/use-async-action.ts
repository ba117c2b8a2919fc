import { type ReadonlySignal, useSignal } from '@preact/signals';

export interface AsyncAction {
  readonly busy: ReadonlySignal<boolean>;
  readonly problem: ReadonlySignal<string | null>;
  /** Runs one piece of work at a time; resolves with whether it succeeded. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

/** What the reader asked for, while it runs. `describe` takes a failure, and returns what to say about it. */
export function useAsyncAction(describe: (error: unknown) => string | null): AsyncAction {
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
      problem.value = describe(error);
      return false;
    } finally {
      busy.value = false;
    }
  };
  return { busy, problem, run };
}
