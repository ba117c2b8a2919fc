import { createHash } from 'node:crypto';
import { errors } from '../errors.ts';
import { countUse } from '../sign-in/hourly-limits.ts';
import { networksOf } from '../sign-in/network.ts';
import type { ThrottleStore } from '../sign-in/throttle.ts';

const windowSeconds = 15 * 60;
const most = { address: 60, site: 240 } as const;
const mostLetters = 20;

/**
 * Counts an attempt to get into the console, by where it comes from: codes and passkeys cannot be guessed, so this
 * bounds the work that strangers can cause.
 */
export async function countConsoleAttempt(store: ThrottleStore, address: string): Promise<void> {
  const buckets = bucketsOf(address);
  const states = await store.count(
    buckets.map(({ key }) => key),
    windowSeconds,
  );
  const waits = buckets.flatMap((bucket) => {
    const state = states.find(({ key }) => key === bucket.key);
    return state !== undefined && state.attempts > bucket.most ? [state.secondsLeft] : [];
  });
  if (waits.length > 0) throw errors.tooManyAttempts(Math.max(1, ...waits));
}

/** Counts a letter that an operator sends to see that letters arrive: the service is no means to write to strangers. */
export async function countTestLetter(store: ThrottleStore, operator: string): Promise<void> {
  await countUse(store, `console-letter:${operator}`, mostLetters, windowSeconds);
}

/** An attempt that succeeded was none. */
export function forgiveConsoleAttempt(store: ThrottleStore, address: string): Promise<void> {
  return store.giveBack(bucketsOf(address).map(({ key }) => key));
}

function bucketsOf(address: string): readonly { readonly key: string; readonly most: number }[] {
  const { single, site } = networksOf(address);
  return [
    { key: keyOf('address', single), most: most.address },
    ...(site === null ? [] : [{ key: keyOf('site', site), most: most.site }]),
  ];
}

function keyOf(kind: keyof typeof most, name: string): string {
  return `console-${kind}:${createHash('sha256').update(name).digest('base64url')}`;
}
