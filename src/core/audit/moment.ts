import { errors } from '../errors.ts';

const shape = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** RFC 3339, or a day, which begins at midnight UTC; null for anything else. */
export function parseMoment(text: string): Date | null {
  const moment = new Date(text);
  const isReal = shape.test(text) && !Number.isNaN(moment.getTime());
  if (!isReal) return null;
  const day = text.slice(0, 10);
  // Date moves days that do not exist, such as February 30, into the next month.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? moment : null;
}

/** A moment that a query may name. */
export function momentOf(text: string | undefined, pointer: string): Date | null {
  if (text === undefined) return null;
  const moment = parseMoment(text);
  if (moment === null) throw errors.invalidField(pointer, 'must be a day or a time with its zone', 'format');
  return moment;
}
