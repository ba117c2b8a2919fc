/** A failure that a screen has words for, which are shown as they are. */
export class WordedFailure extends Error {}
