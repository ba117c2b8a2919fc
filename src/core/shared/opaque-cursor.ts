import { errors } from '../errors.ts';

/** A cursor that clients send back as they got it: base64url of the text of a place. */
export function opaqueCursor(place: string): string {
  return Buffer.from(place).toString('base64url');
}

/** What `read` finds in the text of a cursor; null there, or a cursor that was never issued, is refused. */
export function readOpaqueCursor<Place>(
  cursor: string,
  pointer: '?cursor' | '?before' | '?after',
  read: (place: string) => Place | null,
): Place {
  const text = Buffer.from(cursor, 'base64url').toString();
  const place = read(text);
  // Decoding ignores characters that are not base64url, so only the exact cursor that was issued is accepted.
  if (place === null || opaqueCursor(text) !== cursor) {
    const answer = pointer === '?after' ? 'answer' : 'page';
    throw errors.invalidField(pointer, `must be the next_cursor of an earlier ${answer}`, 'cursor');
  }
  return place;
}
