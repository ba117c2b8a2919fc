import type { IncomingMessage } from 'node:http';
import { NetworkList } from '#core/shared/network-list.ts';

/** The proxies whose `X-Forwarded-*` headers are trusted. From any other sender these headers are ignored. */
export class TrustedProxies {
  readonly #networks: NetworkList;

  constructor(networks: readonly string[]) {
    this.#networks = new NetworkList(networks);
  }

  trusts(address: string | undefined): boolean {
    return address !== undefined && this.#networks.has(address);
  }

  /** The Host that the browser named. Of several values the nearest proxy's counts: it wrote the last. */
  hostOf(request: IncomingMessage): string | undefined {
    const forwarded = request.headers['x-forwarded-host'];
    if (forwarded === undefined || !this.trusts(request.socket.remoteAddress)) return request.headers.host;
    return [forwarded].flat().join(',').split(',').at(-1)?.trim();
  }
}
