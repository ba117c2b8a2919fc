import { locale } from '../../shared/text/format.ts';
import { daysSince } from './group-by-day.ts';

const clock: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
const weekday: Intl.DateTimeFormatOptions = { weekday: 'short' };
const date: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

/** What the heading above a row leaves open: the time of today and yesterday, the day of a week, and else the date. */
export function rowTime(iso: string, now = new Date(), tag = locale()): string {
  const moment = new Date(iso);
  const days = daysSince(moment, now);
  return formatter(tag, days < 2 ? clock : days < 7 ? weekday : date).format(moment);
}

/** A formatter costs more to make than a row, and a list may have a thousand rows. */
const made = new Map<string, Intl.DateTimeFormat>();

function formatter(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${Object.keys(options)}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat(tag, options);
  made.set(key, known);
  return known;
}
