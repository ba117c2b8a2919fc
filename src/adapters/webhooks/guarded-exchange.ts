import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, Pool, ProxyAgent, request } from 'undici';
import { ParleyError } from '#core/errors.ts';
import type { WebhookAddresses } from '#core/webhooks/webhook-addresses.ts';
import { nameResolver, type ResolveName } from './resolve-name.ts';

const headerBytes = 16 * 1024;

export interface GuardOptions {
  readonly addresses: WebhookAddresses;
  /** Every request goes through it; null: direct. */
  readonly proxy: string | null;
  readonly userAgent: string;
  /** Default: the name servers of the system. */
  readonly resolve?: ResolveName;
}

interface GuardedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole exchange: name, connection, request, answer. */
  readonly limitMs: number;
}

export interface GuardedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Buffer>;
}

/** Why there is no answer: what happened during the exchange, and nothing about this machine. */
export class ExchangeFailure extends Error {
  override readonly name = 'ExchangeFailure';
  readonly code: string;
  /** Nothing of the request has left. */
  readonly isUnsent: boolean;

  constructor(message: string, code: string, isUnsent: boolean, cause: unknown) {
    super(message, { cause });
    this.code = code;
    this.isUnsent = isUnsent;
  }
}

/**
 * Posts to an address that a partner has named, once. Each exchange has a connection of its own, which is destroyed
 * with it, so a hostile receiver holds nothing longer than the limit. Redirects are not followed. Rejects with an
 * ExchangeFailure, also where `read` rejects.
 */
export async function guardedExchange<T>(
  guard: GuardOptions,
  { url: text, headers, body, limitMs }: GuardedRequest,
  signal: AbortSignal,
  read: (answer: GuardedAnswer) => Promise<T>,
): Promise<T> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const resolve = guard.resolve ?? nameResolver();
  let isConnected = false;
  try {
    const url = guard.addresses.check(text);
    const target =
      guard.proxy === null ? url : await inTime(over, judgedTarget(url, guard.addresses, resolve, over));
    const dispatcher = dispatcherFor(url, { ...guard, limitMs, resolve }, over);
    // Nothing tells when a proxy has reached the other side.
    isConnected = guard.proxy !== null;
    dispatcher.on('connect', () => {
      isConnected = true;
    });
    const own = { host: url.host, 'user-agent': guard.userAgent, 'accept-encoding': 'identity' };
    const sent = { ...own, ...headers };
    try {
      const options = { method: 'POST', headers: sent, body, dispatcher, signal: over } as const;
      // The library obeys the signal only once there is a connection.
      const answer = await inTime(over, request(target, options));
      return await read({ status: answer.statusCode, headers: answer.headers, body: answer.body });
    } finally {
      // Without waiting for it, because it may take as long as the receiver likes.
      void dispatcher.destroy().catch(() => undefined);
    }
  } catch (error) {
    throw failureOf(over.aborted ? over.reason : error, limitMs, !isConnected);
  }
}

/** Rejects with the signal's reason as soon as it aborts; the result of the work is then ignored. */
function inTime<T>(over: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(over.reason);
  if (over.aborted) onAbort();
  over.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, late]).finally(() => over.removeEventListener('abort', onAbort));
}

interface DispatcherOptions extends GuardOptions {
  readonly limitMs: number;
  readonly resolve: ResolveName;
}

function dispatcherFor(
  url: URL,
  { addresses, proxy, limitMs, resolve }: DispatcherOptions,
  over: AbortSignal,
): Dispatcher {
  const waits = { headersTimeout: limitMs, bodyTimeout: limitMs };
  const limits = { ...waits, allowH2: false, pipelining: 0, maxHeaderSize: headerBytes, keepAliveTimeout: 1 };
  const connect = { timeout: limitMs, signal: over };
  if (proxy === null) {
    const lookup = guardedLookup(url, addresses, resolve, over);
    return new Agent({ ...limits, connect: { ...connect, lookup } });
  }
  // The request for a tunnel would wait for the proxy's answer for as long as the library's own limit is.
  const clientFactory = (origin: URL, options: object) => new Pool(origin, { ...options, ...waits });
  const requestTls = isIP(hostOf(url)) === 0 ? { ...connect, servername: url.hostname } : connect;
  return new ProxyAgent({ uri: proxy, ...limits, proxyTls: connect, requestTls, clientFactory });
}

/**
 * Resolves a name to the addresses that are allowed. It is called for the connection itself, so the addresses that
 * were judged are those that are used. Addresses in place of a name never come here, and are judged by `check`.
 */
function guardedLookup(
  url: URL,
  addresses: WebhookAddresses,
  resolve: ResolveName,
  over: AbortSignal,
): LookupFunction {
  const allowedOf = async (name: string) => {
    const found = await resolve(name, over);
    const allowed = found.filter(({ address }) => addresses.allows(address, url));
    const [first] = allowed;
    if (first === undefined) throw new NotAllowed();
    return { allowed, first };
  };
  return (name, options, callback) => {
    allowedOf(name).then(
      ({ allowed, first }) => {
        if (options.all) callback(null, [...allowed]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

/**
 * The address for a proxy, which would resolve a name by itself, perhaps to something else, and may reach more than
 * this process does. So it is asked for the address that was judged here. A name that leads inside, even by only one of
 * its addresses, is withheld from it, and so is one that cannot be resolved.
 */
async function judgedTarget(
  url: URL,
  addresses: WebhookAddresses,
  resolve: ResolveName,
  over: AbortSignal,
): Promise<URL> {
  if (isIP(hostOf(url)) !== 0) return url;
  const [first, ...others] = await resolve(url.hostname, over);
  if (first === undefined) throw new NotAllowed();
  if ([first, ...others].some(({ address }) => !addresses.allows(address, url))) throw new NotAllowed();
  const target = new URL(url);
  target.hostname = first.family === 6 ? `[${first.address}]` : first.address;
  return target;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  override readonly message = 'the name leads to an address that is not allowed';
}

function failureOf(error: unknown, limitMs: number, isUnsent: boolean): ExchangeFailure {
  const because = (message: string, code: string) => new ExchangeFailure(message, code, isUnsent, error);
  const notAllowed = 'address_not_allowed';
  if (error instanceof ParleyError) return because('the address is not allowed', notAllowed);
  if (!(error instanceof Error)) return because('the connection failed', 'connection_failed');
  if (error.name === 'TimeoutError') {
    return because(`no complete answer within ${limitMs / 1000} seconds`, 'timeout');
  }
  if (error instanceof NotAllowed || error.cause instanceof NotAllowed) {
    return because(new NotAllowed().message, notAllowed);
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return code === null
    ? because('the connection failed', 'connection_failed')
    : because(`the connection failed (${code})`, code);
}
