import { type AsyncAction, useAsyncAction } from '../../shared/use-async-action.ts';
import { endsSession, wordsForFailure } from './words-for-failure.ts';

/** A change that the reader asked for. A session that ended leads to sign-in. */
export function useAction(): AsyncAction {
  return useAsyncAction((error) => {
    if (endsSession(error)) leave();
    return wordsForFailure(error);
  });
}

/** Requests the page again: the service clears an expired cookie, and redirects to sign-in and back. */
export function leave(): void {
  // Without the fragment this is a new document, and the fragment is not carried over to the sign-in page.
  location.assign(location.pathname);
}
