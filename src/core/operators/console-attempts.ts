import { type Bucket, bucketOf, countIn, networksOf, type ThrottleStore } from '../sign-in/throttle.ts';

const windowSeconds = 15 * 60;
const most = { address: 60, site: 240, emails: 20 } as const;

/**
 * Counts an attempt to get into the console, by where it comes from: codes and passkeys cannot be guessed, so this
 * bounds the work that strangers can cause.
 */
export async function countConsoleAttempt(store: ThrottleStore, address: string): Promise<void> {
  await countIn(store, bucketsOf(address), windowSeconds);
}

/**
 * Counts an email that an operator sends to see that email arrives: the service must not be usable to write to
 * strangers.
 */
export async function countTestEmail(store: ThrottleStore, operator: string): Promise<void> {
  await countIn(store, [bucketOf('console-email', operator, most.emails)], windowSeconds);
}

/** Successful attempts are not counted. */
export function uncountConsoleAttempt(store: ThrottleStore, address: string): Promise<void> {
  return store.giveBack(bucketsOf(address).map(({ key }) => key));
}

function bucketsOf(address: string): readonly Bucket[] {
  const { single, site } = networksOf(address);
  return [
    bucketOf('console-address', single, most.address),
    ...(site === null ? [] : [bucketOf('console-site', site, most.site)]),
  ];
}
