import { laterWords } from '../text/words.ts';

/**
 * Why a request to a partner had no answer, by the code of the attempt; null: it is not known. What the system calls a
 * failed connection, such as `ECONNREFUSED`, is the same in every language.
 */
export function wordsForAttempt(code: string | null): string {
  const { errors } = laterWords().webhooks;
  const known: Readonly<Record<string, string>> = errors;
  if (code === null) return errors.connection_failed;
  return Object.hasOwn(known, code) ? (known[code] ?? '') : `${errors.connection_failed} (${code})`;
}
