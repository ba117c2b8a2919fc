import { quotaDimensions } from '#contract/quota.ts';
import { words } from '../text/words.ts';

export const dimensionOptions = quotaDimensions.map((value) => ({ value, label: words.dimensions[value] }));

export function count(value: number): string {
  return value.toLocaleString();
}

/** A UTC day, whatever the reader's time zone. */
export function dayLabel(day: string): string {
  const format = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
