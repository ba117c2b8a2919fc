import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** The proxies whose `X-Forwarded-*` headers are trusted. From any other sender these headers are ignored. */
export class TrustedProxies {
  readonly #list = new BlockList();

  /** Addresses and networks (`10.0.0.0/8`), already checked. */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', prefix] = network.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (prefix === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(prefix), family);
    }
  }

  trusts(address: string | undefined): boolean {
    return address !== undefined && this.#list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }

  /** The Host that the browser named. Of several values the nearest proxy's counts: it wrote the last. */
  hostOf(request: IncomingMessage): string | undefined {
    const forwarded = request.headers['x-forwarded-host'];
    if (forwarded === undefined || !this.trusts(request.socket.remoteAddress)) return request.headers.host;
    return [forwarded].flat().join(',').split(',').at(-1)?.trim();
  }
}
