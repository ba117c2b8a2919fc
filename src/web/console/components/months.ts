import { locale } from '../../shared/text/format.ts';

/** The month of a moment, in UTC, and those before it, newest first: `2026-11`. */
export function monthsUntil(now: Date, number: number): readonly string[] {
  return Array.from({ length: number }, (_, before) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before)).toISOString().slice(0, 7),
  );
}

export function monthLabel(month: string): string {
  const format = new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}
