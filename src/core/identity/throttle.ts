import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { errors } from '../errors.ts';

/** How often something may be tried in a window of time. */
export interface ThrottleRule {
  readonly name: string;
  readonly attempts: number;
}

export interface Bucket {
  readonly rule: ThrottleRule;
  readonly key: string;
}

export interface BucketState {
  readonly key: string;
  readonly attempts: number;
  readonly secondsLeft: number;
}

/** Counters in the database: exact over all processes, and there after a restart. */
export interface ThrottleStore {
  /** Counts one attempt in each bucket, in one statement. */
  count(keys: readonly string[], windowSeconds: number): Promise<BucketState[]>;
  clear(key: string): Promise<void>;
  giveBack(key: string): Promise<void>;
}

const windowSeconds = 15 * 60;

export const throttleRules = {
  signInAccount: { name: 'sign-in-account', attempts: 10 },
  signInAddress: { name: 'sign-in-address', attempts: 60 },
  resetAccount: { name: 'reset-account', attempts: 5 },
  resetAddress: { name: 'reset-address', attempts: 30 },
} as const satisfies Record<string, ThrottleRule>;

/** Counts an attempt before anything is looked up, so that known and unknown accounts are refused alike. */
export async function countAttempt(store: ThrottleStore, buckets: readonly Bucket[]): Promise<void> {
  const states = await store.count(
    buckets.map(({ key }) => key),
    windowSeconds,
  );
  const waits = buckets.flatMap(({ rule, key }) => {
    const state = states.find((found) => found.key === key);
    return state !== undefined && state.attempts > rule.attempts ? [state.secondsLeft] : [];
  });
  if (waits.length > 0) throw errors.tooManyAttempts(Math.max(1, ...waits));
}

export function accountBucket(rule: ThrottleRule, tenant: string, email: string): Bucket {
  return bucket(rule, `${tenant}\n${email}`);
}

export function addressBucket(rule: ThrottleRule, address: string): Bucket {
  return bucket(rule, networkOf(address));
}

function bucket(rule: ThrottleRule, name: string): Bucket {
  return { rule, key: `${rule.name}:${createHash('sha256').update(name).digest('base64url')}` };
}

/** One IPv6 customer has at least a /64, so its addresses count as one. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || isIPv4(address)) return mapped ?? address;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
