import { isIP, isIPv4, isIPv6 } from 'node:net';
import { errors } from '../errors.ts';
import { NetworkList } from '../shared/network-list.ts';

/** Ranges that are no public unicast addresses. Source: the special-purpose address registries of the IANA. */
const specialIPv4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];
/** Within 2000::/3, outside which nothing is public. The first holds Teredo, and 2002::/16 is 6to4. */
const specialIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];
const publicIPv6 = new NetworkList(['2000::/3']);
const special = new NetworkList([...specialIPv4, ...specialIPv6]);
/** Addresses that stand for the IPv4 address in their last four bytes: mapped ones, and those of NAT64. */
const carrying = new NetworkList(['::ffff:0:0/96', '64:ff9b::/96']);

const loopback = ['127.0.0.1', '::1'];

/** The developer of a receiver, to whose own machine no service delivers as installed, learns what to ask for. */
const unlessAllowed = '; the operator can allow a network with PARLEY_WEBHOOK_NETWORKS, such as 127.0.0.1';

export interface AddressOptions {
  /** The service's own host; tenants are below it. */
  readonly publicOrigin: string;
  /** Networks that are allowed although they are not public, over plain http, too. */
  readonly networks: readonly string[];
}

/** Where deliveries may go: public addresses by https, and what the operator allows. */
export class WebhookAddresses {
  readonly #own: URL;
  readonly #allowed: NetworkList;
  readonly #allowsPlain: boolean;

  constructor({ publicOrigin, networks }: AddressOptions) {
    this.#own = new URL(publicOrigin);
    this.#allowed = new NetworkList(networks);
    this.#allowsPlain = networks.length > 0;
  }

  /** The address of an endpoint, or a refusal. A name is judged again by what it resolves to: see `allows`. */
  check(text: string): URL {
    const url = URL.parse(text);
    if (url === null) throw errors.webhookUrlNotAllowed('must be an address that begins with https://');
    const isPlain = url.protocol === 'http:' && this.#allowsPlain;
    if (url.protocol !== 'https:' && !isPlain) {
      throw errors.webhookUrlNotAllowed(`must begin with https://${unlessAllowed}`);
    }
    if (url.username !== '' || url.password !== '') {
      throw errors.webhookUrlNotAllowed('must not contain a user or a password');
    }
    if (!this.#allowsHost(url)) {
      throw errors.webhookUrlNotAllowed(
        `must lead to a public address, and not to this service${unlessAllowed}`,
      );
    }
    return url;
  }

  /** Whether a connection to this IP address is allowed. */
  allows(zoned: string, { protocol }: Pick<URL, 'protocol'>): boolean {
    const address = zoned.replace(/%.*$/, '');
    const plain = carriedIPv4(address) ?? address;
    if (this.#allowed.has(plain) || this.#allowed.has(address)) return true;
    return protocol === 'https:' && isPublic(plain);
  }

  #allowsHost(url: URL): boolean {
    const name = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
    if (name === '') return false;
    // Other programs of this machine are on other ports of the same name.
    const isLocal = isIP(name) !== 0 || isBelow(name, 'localhost');
    if (isBelow(name, this.#own.hostname) && !(isLocal && url.port !== this.#own.port)) return false;
    if (isBelow(name, 'localhost')) return loopback.some((address) => this.allows(address, url));
    return isIP(name) === 0 || this.allows(name, url);
  }
}

function isBelow(name: string, host: string): boolean {
  return name === host || name.endsWith(`.${host}`);
}

function isPublic(address: string): boolean {
  if (isIPv6(address) && !publicIPv6.has(address)) return false;
  return isIP(address) !== 0 && !special.has(address);
}

/** The IPv4 address that an IPv6 address stands for; null when it stands for itself. */
function carriedIPv4(address: string): string | null {
  if (!isIPv6(address) || !carrying.has(address)) return null;
  // The parser of addresses writes the last four bytes as two groups of hexadecimal digits.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  const carried = [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return isIPv4(carried) ? carried : null;
}

/** Finds all addresses of a name, or rejects. Aborting ends the search at once. */
export type FindAddresses = (
  name: string,
  signal: AbortSignal,
) => Promise<readonly { readonly address: string }[]>;

const longestMs = 3_000;

/**
 * Refuses an `http:` address whose name leads only outside of the allowed networks: no attempt could succeed. A name
 * that is not found now, or not in time, may be found later, and every attempt resolves it again. `https:` names are
 * not resolved here, or the answer would reveal to any partner which names an internal network has.
 */
export async function checkWebhookName(
  { protocol, hostname }: URL,
  addresses: WebhookAddresses,
  find: FindAddresses,
): Promise<void> {
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  if (protocol !== 'http:' || !isName) return;
  const found = await find(hostname, AbortSignal.timeout(longestMs)).catch(() => []);
  if (found.length === 0 || found.some(({ address }) => addresses.allows(address, { protocol }))) return;
  throw errors.webhookUrlNotAllowed(
    'must begin with https://, because its name leads outside of the networks of PARLEY_WEBHOOK_NETWORKS',
  );
}
