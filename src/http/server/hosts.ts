import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { NetworkList } from '#core/shared/network-list.ts';

/** The host of the service that a request is for, judged by the canonical Host header alone. */
export type HostKind =
  | { readonly kind: 'api' }
  | { readonly kind: 'login' }
  | { readonly kind: 'console' }
  | { readonly kind: 'tenant'; readonly slug: string }
  | { readonly kind: 'unknown' };

export class Hosts {
  readonly #public: URL;
  readonly #proxies: TrustedProxies;

  constructor(publicOrigin: string, proxies: TrustedProxies = new TrustedProxies([])) {
    this.#public = new URL(publicOrigin);
    this.#proxies = proxies;
  }

  of(request: IncomingMessage): HostKind {
    return this.classify(this.#proxies.hostOf(request));
  }

  trustsProxy(address: string | undefined): boolean {
    return this.#proxies.trusts(address);
  }

  /**
   * A Host equal to the public host, or an IP address, is the API. Ports are ignored, because a proxy may change
   * them.
   */
  classify(host: string | undefined): HostKind {
    const name = hostName(host);
    const publicName = this.#public.hostname;
    if (name === null) return { kind: 'unknown' };
    if (name === publicName || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return { kind: 'api' };
    if (!name.endsWith(`.${publicName}`)) return { kind: 'unknown' };
    const label = name.slice(0, -publicName.length - 1);
    if (label === 'login' || label === 'console') return { kind: label };
    return /^[a-z0-9-]+$/.test(label) ? { kind: 'tenant', slug: label } : { kind: 'unknown' };
  }

  get apiOrigin(): string {
    return this.#public.origin;
  }

  get loginUrl(): string {
    return this.#under('login');
  }

  /** Whether other hosts can have names below the public one, which an IP address cannot. */
  get hasNames(): boolean {
    return isIP(this.#public.hostname.replace(/^\[|\]$/g, '')) === 0;
  }

  get consoleUrl(): string {
    return this.#under('console');
  }

  /** All tenants' origins, as a Content-Security-Policy source. */
  get tenantPattern(): string {
    return this.#under('*');
  }

  tenantUrl(slug: string): string {
    return this.#under(slug);
  }

  #under(label: string): string {
    return `${this.#public.protocol}//${label}.${this.#public.host}`;
  }
}

/** The name in a Host header, lower case, without port; null when it is not a host. */
function hostName(host: string | undefined): string | null {
  const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+?)\.?(?::\d{1,5})?$/.exec(host ?? '');
  return match?.[1]?.toLowerCase() ?? null;
}

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
