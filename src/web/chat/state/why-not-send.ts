import { text } from '../../shared/text/text.ts';
import type { ReaderState } from './chat.ts';
import { wordsForQuota } from './words.ts';

/** Why no question can be sent, in words, before one is written; null while sending is possible. */
export function whyNotSend({ paused, usage }: ReaderState): string | null {
  if (paused.value) return text.problems.subscription_inactive;
  const blocked = usage.value?.blocked ?? null;
  return blocked && wordsForQuota(blocked.dimension, blocked.scope, blocked.reset_at);
}
