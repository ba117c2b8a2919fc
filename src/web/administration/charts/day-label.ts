import { locale } from '../../shared/text/format.ts';

/** A UTC day, whatever the reader's time zone. */
export function dayLabel(day: string): string {
  const format = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
