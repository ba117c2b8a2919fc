import type { WebhookWords } from './webhooks-props.ts';

/**
 * Why a request to a partner had no answer, by the code of the attempt; null: it is not known. What the system calls a
 * failed connection, such as `ECONNREFUSED`, is the same in every language.
 */
export function wordsForAttempt(code: string | null, { errors }: WebhookWords): string {
  const known: Readonly<Record<string, string>> = errors;
  if (code === null) return errors.connection_failed;
  return Object.hasOwn(known, code) ? (known[code] ?? '') : `${errors.connection_failed} (${code})`;
}
