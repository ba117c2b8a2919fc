type Headers = Readonly<Record<string, string | string[] | undefined>>;

const LONGEST_MS = 24 * 60 * 60 * 1_000;

/** The delay that `Retry-After` (seconds or a date, RFC 9110) or `retry-after-ms` asks for, or null. */
export function retryAfterMs(headers: Headers, nowMs: number = Date.now()): number | null {
  const milliseconds = single(headers['retry-after-ms']);
  if (milliseconds !== null && isDecimal(milliseconds)) return bounded(Number(milliseconds));
  const value = single(headers['retry-after']);
  if (value === null) return null;
  if (isDecimal(value)) return bounded(Number(value) * 1_000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : bounded(date - nowMs);
}

function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value.trim() : (value?.[0]?.trim() ?? null);
}

function isDecimal(value: string): boolean {
  return /^\d+(\.\d+)?$/.test(value);
}

function bounded(milliseconds: number): number {
  return Math.min(Math.max(0, Math.ceil(milliseconds)), LONGEST_MS);
}
