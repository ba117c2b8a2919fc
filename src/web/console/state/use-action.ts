import { type AsyncAction, useAsyncAction } from '../../shared/use-async-action.ts';
import { useConsole } from '../console-context.ts';
import { StepUpDeclined } from './step-up.ts';
import { wordsForFailure } from './words-for-failure.ts';

/** A change that the reader asked for, with the message for its failure. */
export function useAction(): AsyncAction {
  const { noticeFailure } = useConsole();
  return useAsyncAction((error) => {
    noticeFailure(error);
    return error instanceof StepUpDeclined ? null : wordsForFailure(error);
  });
}
