import { isIPv4 } from 'node:net';

/** The networks by which attempts from an address are counted. */
export interface Networks {
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
