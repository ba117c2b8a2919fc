import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, Pool, ProxyAgent, request } from 'undici';
import { ParleyError } from '#core/errors.ts';
import type { AttemptOutcome } from '#core/webhooks/decide-attempt.ts';
import type { WebhookAddresses } from '#core/webhooks/webhook-addresses.ts';
import type { SendWebhook } from '#core/webhooks/webhook-courier.ts';
import { nameResolver, type ResolveName } from './resolve-name.ts';

/** For the whole exchange: name, connection, request, answer. */
const defaultExchangeMs = 15_000;
const replyBytes = 16 * 1024;
const headerBytes = 16 * 1024;
/** How much of the beginning of the answer is kept. */
const keptBytes = 1024;

export interface SenderOptions {
  readonly addresses: WebhookAddresses;
  /** Every delivery goes through it; null: direct. */
  readonly proxy: string | null;
  readonly userAgent: string;
  /** Default 15 s. */
  readonly exchangeMs?: number;
  /** Default: the name servers of the system. */
  readonly resolve?: ResolveName;
}

/**
 * Sends deliveries. Each has a connection of its own, which is destroyed with it, so a hostile receiver holds nothing
 * longer than one exchange. Redirects are not followed.
 */
export function webhookSender(options: SenderOptions): SendWebhook {
  const { exchangeMs = defaultExchangeMs, resolve = nameResolver() } = options;
  return async ({ url: text, headers, body }, signal) => {
    const over = AbortSignal.any([signal, AbortSignal.timeout(exchangeMs)]);
    try {
      const url = options.addresses.check(text);
      const target =
        options.proxy === null
          ? url
          : await inTime(over, judgedTarget(url, options.addresses, resolve, over));
      const dispatcher = dispatcherFor(url, { ...options, exchangeMs, resolve }, over);
      const own = { host: url.host, 'user-agent': options.userAgent, 'accept-encoding': 'identity' };
      const sent = { ...own, ...headers };
      return await exchange(target, {
        method: 'POST',
        headers: sent,
        body,
        dispatcher,
        signal: over,
      }).finally(
        // Without waiting for it, because it may take as long as the receiver likes.
        () => void dispatcher.destroy().catch(() => undefined),
      );
    } catch (error) {
      const reason = reasonOf(over.aborted ? over.reason : error, exchangeMs);
      return { status: null, ...reason, reply: '', retryAfterSeconds: null };
    }
  };
}

type Exchange = NonNullable<Parameters<typeof request>[1]> & { readonly signal: AbortSignal };

/** The library obeys the signal only once there is a connection. */
async function exchange(url: URL, options: Exchange): Promise<AttemptOutcome> {
  const { statusCode: status, headers, body } = await inTime(options.signal, request(url, options));
  const retryAfterSeconds = secondsIn(headers['retry-after']);
  return { status, error: null, errorCode: null, reply: await beginningOf(body), retryAfterSeconds };
}

/** Rejects with the signal's reason as soon as it aborts; the result of the work is then ignored. */
function inTime<T>(over: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(over.reason);
  if (over.aborted) onAbort();
  over.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, late]).finally(() => over.removeEventListener('abort', onAbort));
}

/** The status decides the outcome of the delivery, so an answer that breaks off or never ends changes nothing. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of body) {
      if (bytes < keptBytes) kept.push(piece.subarray(0, keptBytes - bytes));
      bytes += piece.length;
      if (bytes >= replyBytes) break;
    }
  } catch {
    // What has arrived is kept.
  }
  return readable(Buffer.concat(kept));
}

/** Text that the database takes: without NUL, and without half a character at the end. */
function readable(bytes: Buffer): string {
  return bytes
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\ufffd$/, '');
}

function dispatcherFor(
  url: URL,
  { addresses, proxy, exchangeMs, resolve }: Required<SenderOptions>,
  over: AbortSignal,
): Dispatcher {
  const waits = { headersTimeout: exchangeMs, bodyTimeout: exchangeMs };
  const limits = { ...waits, allowH2: false, pipelining: 0, maxHeaderSize: headerBytes, keepAliveTimeout: 1 };
  const connect = { timeout: exchangeMs, signal: over };
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

/** For the partner: what happened during the exchange, and nothing about this machine. */
function reasonOf(error: unknown, exchangeMs: number): Pick<AttemptOutcome, 'error' | 'errorCode'> {
  const notAllowed = 'address_not_allowed';
  if (error instanceof ParleyError) return { error: 'the address is not allowed', errorCode: notAllowed };
  if (!(error instanceof Error)) return failedConnection;
  if (error.name === 'TimeoutError') {
    return { error: `no complete answer within ${exchangeMs / 1000} seconds`, errorCode: 'timeout' };
  }
  if (error instanceof NotAllowed || error.cause instanceof NotAllowed) {
    return { error: new NotAllowed().message, errorCode: notAllowed };
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return code === null ? failedConnection : { error: `the connection failed (${code})`, errorCode: code };
}

const failedConnection = { error: 'the connection failed', errorCode: 'connection_failed' } as const;

/** `Retry-After` in seconds; a date counts from now. */
function secondsIn(header: string | string[] | undefined): number | null {
  const text = [header].flat()[0]?.trim();
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
