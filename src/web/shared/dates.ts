import { locale as localeOfPage } from './text/format.ts';

/** A moment as the reader's clock shows it: the time, with the weekday when it is not today. */
export function localMoment(iso: string, now = new Date(), locale = localeOfPage()): string {
  const moment = new Date(iso);
  const sameDay = startOfDay(moment) === startOfDay(now);
  const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
  return new Intl.DateTimeFormat(locale, sameDay ? time : { weekday: 'short', ...time }).format(moment);
}

export function localDate(iso: string, locale = localeOfPage()): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

/** The same for every moment of a day in the reader's calendar. */
export function startOfDay(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}
