import { startOfDay } from '../../shared/dates.ts';
import { locale } from '../../shared/text/format.ts';
import { text } from '../../shared/text/text.ts';

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
  tag = locale(),
): DayGroup<T>[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const label = dayLabel(new Date(timeOf(item)), now, tag);
    const group = groups.get(label) ?? [];
    group.push(item);
    groups.set(label, group);
  }
  return [...groups].map(([label, members]) => ({ label, items: members }));
}

/** How many midnights of the reader's calendar have passed since. */
export function daysSince(moment: Date, now: Date): number {
  // Rounded, because a day with a clock change is an hour longer or shorter.
  return Math.round((startOfDay(now) - startOfDay(moment)) / dayMilliseconds);
}

function dayLabel(moment: Date, now: Date, tag: string): string {
  const days = daysSince(moment, now);
  if (days <= 0) return text.days.today;
  if (days === 1) return text.days.yesterday;
  if (days <= 7) return text.days.week;
  if (days <= 30) return text.days.month;
  return new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric' }).format(moment);
}
