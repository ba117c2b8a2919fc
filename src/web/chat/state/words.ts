import { quotaDimensions } from '#contract/quota.ts';
import { localMoment } from '../../shared/dates.ts';
import { text } from '../../shared/text/text.ts';

export function wordsForCode(code: string, otherwise: string): string {
  const known: Readonly<Record<string, string>> = text.problems;
  return Object.hasOwn(known, code) ? (known[code] ?? otherwise) : otherwise;
}

/** Names the limit that refused and when it resets, in the reader's time zone. */
export function wordsForQuota(dimension: unknown, scope: unknown, resetAt: unknown): string {
  const reset = typeof resetAt === 'string' ? localMoment(resetAt) : '';
  return text.usage.usedUp(nameOf(dimension), scope === 'client' ? 'client' : 'user', reset);
}

function nameOf(dimension: unknown): string {
  return text.dimensions[quotaDimensions.find((name) => name === dimension) ?? 'requests'];
}

/** A title without the characters that turn the direction of what stands around it. */
export function withoutDirections(title: string): string {
  return title.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}
