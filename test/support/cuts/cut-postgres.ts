import { postgresTarget, relayedUrl } from '../faults/fault-proxy.ts';
import { type ClaimedPlan, type CutPoint, type Exchange, ExchangeWatcher } from './cut-exchange.ts';
import type { Request } from './cut-frames.ts';
import { type Link, Relay } from './cut-relay.ts';

/** Which exchange to cut, and where; null lets it pass to its end. */
export interface CutPlan {
  /** Sees the requests of all connections in turn. `isFirst`: nothing was open on the connection. */
  readonly begins: (request: Request, isFirst: boolean) => boolean;
  readonly point: CutPoint | null;
}

const nothing: Exchange = { messages: [], statements: [], wasCut: false };

/** A proxy in front of PostgreSQL that parses its protocol, and cuts a connection of the service at a message. */
export class PostgresCutter implements AsyncDisposable {
  readonly #upstream: URL;
  #relay: Relay | null = null;
  #planned: (CutPlan & ClaimedPlan) | null = null;
  readonly #idle = new Set<Link>();
  /** Connections that were cut at a point. */
  cuts = 0;

  private constructor(upstream: URL) {
    this.#upstream = upstream;
  }

  static async start(databaseUrl: string): Promise<PostgresCutter> {
    const cutter = new PostgresCutter(new URL(databaseUrl));
    cutter.#relay = await Relay.start(
      () => postgresTarget(cutter.#upstream),
      (link) => cutter.#watch(link),
    );
    return cutter;
  }

  get url(): string {
    if (this.#relay === null) throw new Error('the proxy was not started');
    return relayedUrl(this.#upstream, this.#relay);
  }

  /** Resolves when the exchange was cut, or has passed without reaching the point. One plan at a time. */
  next(plan: CutPlan): Promise<Exchange> {
    return new Promise((resolve) => {
      this.#planned = { ...plan, resolve };
    });
  }

  /** Stops waiting for an exchange that did not begin. */
  giveUp(): void {
    this.#planned?.resolve(nothing);
    this.#planned = null;
  }

  /** Ends idle connections, and waits until their owners know: the next statement needs a new one. */
  async closeIdle(): Promise<void> {
    const idle = [...this.#idle];
    for (const link of idle) link.end();
    await Promise.all(idle.map((link) => link.closed));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#relay?.[Symbol.asyncDispose]();
  }

  #watch(link: Link): ExchangeWatcher {
    return new ExchangeWatcher(link, {
      claim: (request, isFirst) => this.#claim(request, isFirst),
      onIdle: (isIdle) => (isIdle ? this.#idle.add(link) : this.#idle.delete(link)),
      onCut: () => {
        this.cuts += 1;
      },
    });
  }

  #claim(request: Request, isFirst: boolean): ClaimedPlan | null {
    const planned = this.#planned;
    if (!planned?.begins(request, isFirst)) return null;
    this.#planned = null;
    return planned;
  }
}
