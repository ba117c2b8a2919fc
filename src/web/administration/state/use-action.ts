import { type AsyncAction, useAsyncAction } from '../../shared/use-async-action.ts';
import { useConsole } from '../../console/console-context.ts';
import { StepUpDeclined } from '../../console/state/step-up.ts';
import { wordsForFailure } from '../../console/state/words-for-failure.ts';

/** A change that the reader asked for, with what is to be said when it fails. */
export function useAction(): AsyncAction {
  const { noticeFailure } = useConsole();
  return useAsyncAction((error) => {
    noticeFailure(error);
    return error instanceof StepUpDeclined ? null : wordsForFailure(error);
  });
}
