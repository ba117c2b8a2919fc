/** A browser calls itself offline all the time on a machine whose only network is its own. */
const wasOnline = navigator.onLine;

/**
 * Whether the browser is offline, as far as it can be believed: not if it was already while this page was loaded, for
 * then the service had just answered.
 */
export const isOffline = (): boolean => wasOnline && !navigator.onLine;

/** Why a request got no answer, in the words of a page. */
export function wordsForUnanswered(words: {
  readonly offline: string;
  readonly unreachable: string;
}): string {
  return isOffline() ? words.offline : words.unreachable;
}
