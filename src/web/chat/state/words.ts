import { quotaDimensions } from '#contract/quota.ts';
import { localMoment } from '../../shared/dates.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';

/** Most come with the deferred part of the page, which is loaded before a question can be refused. */
export function wordsForCode(code: string): string | undefined {
  const known: Readonly<Record<string, string>> = { ...laterText?.problems, ...text.problems };
  return Object.hasOwn(known, code) ? known[code] : undefined;
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
