import { errors } from '../errors.ts';

/** A position in the text of one attempt: its number, and the UTF-8 bytes of whole characters before the position. */
export interface Cursor {
  readonly attempt: number;
  readonly bytes: number;
}

export const start: Cursor = { attempt: 0, bytes: 0 };

export function formatCursor({ attempt, bytes }: Cursor): string {
  return `${attempt}.${bytes}`;
}

export function parseCursor(text: string | undefined, pointer: string): Cursor {
  if (text === undefined) return start;
  const match = /^(\d{1,9})\.(\d{1,12})$/.exec(text);
  if (match === null) throw errors.invalidField(pointer, 'must be a cursor <attempt>.<bytes>', 'format');
  return { attempt: Number(match[1]), bytes: Number(match[2]) };
}
