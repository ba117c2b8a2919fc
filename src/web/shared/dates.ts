import { text } from './text/text.ts';

const dayMilliseconds = 86_400_000;

export interface DayGroup<T> {
  readonly label: string;
  readonly items: readonly T[];
}

/** Groups items, sorted newest first, by how long ago they were, in days of the reader's own calendar. */
export function groupByDay<T>(
  items: readonly T[],
  timeOf: (item: T) => string,
  now = new Date(),
): DayGroup<T>[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const label = dayLabel(new Date(timeOf(item)), now);
    const group = groups.get(label) ?? [];
    group.push(item);
    groups.set(label, group);
  }
  return [...groups].map(([label, members]) => ({ label, items: members }));
}

/** A moment as the reader's clock shows it: the time, with the weekday when it is not today. */
export function localMoment(iso: string, now = new Date(), locale?: string): string {
  const moment = new Date(iso);
  const sameDay = startOfDay(moment) === startOfDay(now);
  const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
  return new Intl.DateTimeFormat(locale, sameDay ? time : { weekday: 'short', ...time }).format(moment);
}

export function localDate(iso: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

function dayLabel(moment: Date, now: Date): string {
  // Rounded, because a day with a clock change is an hour longer or shorter.
  const days = Math.round((startOfDay(now) - startOfDay(moment)) / dayMilliseconds);
  if (days <= 0) return text.days.today;
  if (days === 1) return text.days.yesterday;
  if (days <= 7) return text.days.week;
  if (days <= 30) return text.days.month;
  return new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }).format(moment);
}

function startOfDay(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}
