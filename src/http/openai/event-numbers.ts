import type { Cursor } from '#core/turn/cursor.ts';

/** The events before the first text: created, in progress, and the beginnings of the message and of its text. */
const opening = 4;
const ofAttempt = 2 ** 32;

/**
 * The number of the event whose text ends at a cursor. It follows from the cursor alone, so that a reader can continue
 * after any event, in any process, however the text is cut into events then: numbers rise, and have gaps.
 */
export function numberAt({ attempt, bytes }: Cursor): number {
  return (attempt - 1) * ofAttempt + opening - 1 + bytes;
}

/** The text that a reader of the event with this number has; null before the first text. */
export function cursorAt(number: number): Cursor | null {
  if (number < opening) return null;
  return { attempt: Math.floor(number / ofAttempt) + 1, bytes: (number % ofAttempt) - opening + 1 };
}
