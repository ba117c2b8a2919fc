import { words } from '../text/words.ts';

/** A count in full: 12,345. */
export function count(value: number): string {
  return value.toLocaleString();
}

/** A large count in little room: 12.3K. */
export function compact(value: number): string {
  return new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** `part` of `whole`, as a percentage; nothing of nothing is 0 %. */
export function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole;
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/** A length of time in its two largest units: 340 ms, 4.2 s, 3 min 20 s, 2 h 5 min, 3 d 4 h. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const units = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ] as const;
  const first = units.findIndex(([, size]) => Math.round(seconds) >= size);
  let left = Math.round(seconds);
  const parts = units.slice(first, first + 2).map(([unit, size]) => {
    const whole = Math.floor(left / size);
    left -= whole * size;
    return whole === 0 ? '' : `${whole} ${unit}`;
  });
  return parts.filter((part) => part !== '').join(' ');
}

/** A time that may not have been measured. */
export function measured(ms: number | null): string {
  return ms === null ? words.unknown : duration(ms);
}

/** How long ago a moment was. Clocks differ, so the future counts as now. */
export function since(iso: string, now = Date.now()): string {
  return duration(Math.max(0, now - Date.parse(iso)));
}

export const dayMs = 86_400_000;

/** `days` before the UTC day of `now`, as YYYY-MM-DD. */
export function dayBefore(days: number, now = Date.now()): string {
  return new Date(now - days * dayMs).toISOString().slice(0, 10);
}
