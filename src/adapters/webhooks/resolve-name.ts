import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** Finds all addresses of a name. Aborting ends the search at once. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Asks the name servers of the system, or `servers`. Not by `lookup`: that uses one of four threads that the whole
 * process shares, until the last name server has answered, and a name server can belong to a hostile receiver.
 */
export function nameResolver(servers?: readonly string[]): ResolveName {
  return async (name, signal) => {
    if (/(^|\.)localhost\.?$/i.test(name)) return loopback;
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
      return [...addressesIn(four, 4), ...addressesIn(six, 6)];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

function addressesIn(found: PromiseSettledResult<string[]>, family: 4 | 6): readonly LookupAddress[] {
  return found.status === 'rejected' ? [] : found.value.map((address) => ({ address, family }));
}
