import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useConsole } from '../console-context.ts';
import { StepUpDeclined } from './step-up.ts';
import { wordsForFailure } from './words-for-failure.ts';

interface Action {
  readonly busy: ReadonlySignal<boolean>;
  readonly problem: ReadonlySignal<string | null>;
  /** Runs one piece of work at a time; resolves with whether it succeeded. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

/** A change that the reader asked for, with what is to be said when it fails. */
export function useAction(): Action {
  const { noticeFailure } = useConsole();
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
      noticeFailure(error);
      if (!(error instanceof StepUpDeclined)) problem.value = wordsForFailure(error);
      return false;
    } finally {
      busy.value = false;
    }
  };
  return { busy, problem, run };
}
