import { type AsyncAction, useAsyncAction } from '../../shared/use-async-action.ts';
import { useAdministration } from './administration.ts';

/** A change that the reader asked for, with the message for its failure. */
export function useAction(): AsyncAction {
  return useAsyncAction(useAdministration().tell);
}
