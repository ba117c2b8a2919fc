import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { errors } from '../errors.ts';
import type { KnownDevices } from './known-device.ts';
import type { SignInTelemetry } from './sign-in-telemetry.ts';

/** Counters in the database, exact across all processes and kept over restarts. */
export interface ThrottleStore {
  /** Counts one attempt in each bucket, in one statement. */
  count(keys: readonly string[], windowSeconds: number): Promise<BucketState[]>;
  clear(key: string): Promise<void>;
  giveBack(keys: readonly string[]): Promise<void>;
}

export interface BucketState {
  readonly key: string;
  readonly attempts: number;
  readonly secondsLeft: number;
}

/** How many attempts are allowed in a window of time. */
export interface ThrottleRules {
  readonly name: 'sign-in' | 'reset';
  /** At one account from a known device. */
  readonly device: number;
  /** At one account from one network. */
  readonly network: number;
  /** At one account from one site, in which an IPv6 customer has many networks. */
  readonly site: number;
  /**
   * At one account from everywhere: as high as the risk of guessing allows, because reaching it locks out new
   * devices.
   */
  readonly total: number;
  /** From one address, whatever the account. */
  readonly address: number;
}

export const throttleRules = {
  signIn: { name: 'sign-in', device: 10, network: 10, site: 40, total: 300, address: 60 },
  reset: { name: 'reset', device: 5, network: 5, site: 20, total: 100, address: 30 },
} as const satisfies Record<string, ThrottleRules>;

/** The source of an attempt. */
export interface AttemptSource {
  readonly address: string;
  /** The device cookie as it was sent. */
  readonly device: string | null;
}

export interface Throttle {
  readonly throttle: ThrottleStore;
  readonly devices: KnownDevices;
  readonly telemetry: SignInTelemetry;
}

/** Attempts of one kind from one source, or at one target. */
export interface Bucket {
  readonly key: string;
  /** How many attempts are allowed in a window of time. */
  readonly most: number;
}

/** An attempt that was allowed. */
export interface CountedAttempt {
  /** Uncounts the attempt, because it succeeded and so was not a guess. */
  release(): Promise<void>;
}

const windowSeconds = 15 * 60;

/**
 * Counts an attempt before anything is looked up, so that known and unknown accounts are refused alike. A known
 * device has a bucket of its own, which strangers cannot fill. Everything else is counted in narrow buckets first;
 * what they refuse does not reach the wider ones, so one network alone cannot use up an account's total.
 */
export async function countAttempt(
  { throttle, devices, telemetry }: Throttle,
  rules: ThrottleRules,
  account: { readonly tenant: string; readonly email: string },
  source: AttemptSource,
): Promise<CountedAttempt> {
  const { tenant, email } = account;
  const device = devices.recognise(source.device, tenant, email);
  const stages =
    device === null
      ? sharedBuckets(rules, `${tenant}\n${email}`, source.address)
      : [[bucket(rules, 'device', `${tenant}\n${email}\n${device}`)]];
  for (const stage of stages)
    await countIn(throttle, stage, windowSeconds, (kind) => telemetry.throttled(kind));
  const [narrowest, ...others] = stages.flat().map(({ key }) => key);
  return {
    release: async () => {
      if (narrowest !== undefined) await throttle.clear(narrowest);
      await throttle.giveBack(others);
    },
  };
}

/** The database gets a hash of the name, which may be an address or an email address. */
export function bucketOf(kind: string, name: string, most: number): Bucket {
  return { key: `${kind}:${createHash('sha256').update(name).digest('base64url')}`, most };
}

/** Counts one attempt in each bucket, and refuses it when one of them is full. */
export async function countIn(
  store: ThrottleStore,
  buckets: readonly Bucket[],
  windowSeconds: number,
  onRefused?: (kind: string) => void,
): Promise<void> {
  if (buckets.length === 0) return;
  const states = await store.count(
    buckets.map(({ key }) => key),
    windowSeconds,
  );
  const full = states.filter(({ key, attempts }) =>
    buckets.some((each) => each.key === key && attempts > each.most),
  );
  for (const { key } of full) onRefused?.(key.slice(0, key.indexOf(':')));
  if (full.length > 0) throw errors.tooManyAttempts(Math.max(1, ...full.map((each) => each.secondsLeft)));
}

function sharedBuckets(rules: ThrottleRules, account: string, address: string): readonly Bucket[][] {
  const { single, network, site } = networksOf(address);
  return [
    [bucket(rules, 'network', `${account}\n${network}`), bucket(rules, 'address', single)],
    site === null ? [] : [bucket(rules, 'site', `${account}\n${site}`)],
    [bucket(rules, 'total', account)],
  ];
}

function bucket(rules: ThrottleRules, kind: Exclude<keyof ThrottleRules, 'name'>, name: string): Bucket {
  return bucketOf(`${rules.name}-${kind}`, name, rules[kind]);
}

const hourSeconds = 60 * 60;

/** How often an hour: by the administrators or the key of one tenant, and for one person. */
const most = { invitations: 100, resets: 10, 'endpoint-checks': 30, 'key-rotations': 10 } as const;

/**
 * Counts what reaches people or machines outside: the service must not be usable to flood them. `name` is the tenant or
 * the person that it is counted for.
 */
export async function countHourly(
  store: ThrottleStore,
  what: keyof typeof most,
  name: string,
): Promise<void> {
  await countIn(store, [bucketOf(`hourly-${what}`, name, most[what])], hourSeconds);
}

/** The networks by which attempts from an address are counted. */
interface Networks {
  /** One customer: an IPv4 address, or an IPv6 /64, of which a customer has at least one. */
  readonly single: string;
  /** The /24 of an IPv4 address, or the /64. */
  readonly network: string;
  /** The /48 of an IPv6 address, the usual size of a site; IPv4 has no such unit. */
  readonly site: string | null;
}

export function networksOf(address: string): Networks {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return { single: mapped, network: mapped.replace(/\.\d+$/, ''), site: null };
  const groups = groupsOf(address);
  const network = groups.slice(0, 4).join(':');
  return { single: network, network, site: groups.slice(0, 3).join(':') };
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: missing }, () => '0'), ...back];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
