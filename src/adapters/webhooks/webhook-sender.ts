import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, ProxyAgent, request } from 'undici';
import { ParleyError } from '#core/errors.ts';
import type { AttemptOutcome } from '#core/webhooks/decide-attempt.ts';
import type { WebhookAddresses } from '#core/webhooks/webhook-addresses.ts';
import type { SendWebhook } from '#core/webhooks/webhook-courier.ts';

/** For the whole exchange: name, connection, request, answer. */
const defaultExchangeMs = 15_000;
const replyBytes = 16 * 1024;
const headerBytes = 16 * 1024;
/** The beginning of the answer that is kept. */
const keptBytes = 1024;

/** Finds all addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export interface SenderOptions {
  readonly addresses: WebhookAddresses;
  /** Every delivery goes through it; null: direct. */
  readonly proxy: string | null;
  readonly userAgent: string;
  /** Default 15 s. */
  readonly exchangeMs?: number;
  /** Default: the system's. */
  readonly resolve?: Resolve;
}

/**
 * Sends deliveries. Each has a connection of its own, which is destroyed with it, so a hostile receiver holds nothing
 * longer than one exchange. Redirects are not followed.
 */
export function webhookSender(options: SenderOptions): SendWebhook {
  const { exchangeMs = defaultExchangeMs, resolve = bySystem } = options;
  return async ({ url: text, headers, body }, signal) => {
    try {
      const url = options.addresses.check(text);
      const over = AbortSignal.any([signal, AbortSignal.timeout(exchangeMs)]);
      if (options.proxy !== null) await checkName(url, options.addresses, resolve, over);
      const dispatcher = dispatcherFor(url, { ...options, exchangeMs, resolve });
      try {
        const sent = { 'user-agent': options.userAgent, 'accept-encoding': 'identity', ...headers };
        return await exchange(url, { method: 'POST', headers: sent, body, dispatcher, signal: over });
      } finally {
        await dispatcher.destroy();
      }
    } catch (error) {
      return { status: null, error: reasonOf(error, exchangeMs), reply: '', retryAfterSeconds: null };
    }
  };
}

async function exchange(url: URL, options: Parameters<typeof request>[1]): Promise<AttemptOutcome> {
  const { statusCode: status, headers, body } = await request(url, options);
  const retryAfterSeconds = secondsIn(headers['retry-after']);
  return { status, error: null, reply: await beginningOf(body), retryAfterSeconds };
}

/** The status says what became of the delivery, so an answer that breaks off or never ends changes nothing. */
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
): Dispatcher {
  const limits = {
    allowH2: false,
    pipelining: 0,
    maxHeaderSize: headerBytes,
    headersTimeout: exchangeMs,
    bodyTimeout: exchangeMs,
    keepAliveTimeout: 1,
  };
  if (proxy !== null) return new ProxyAgent({ uri: proxy, ...limits });
  return new Agent({
    ...limits,
    connect: { lookup: guardedLookup(url, addresses, resolve), timeout: exchangeMs },
  });
}

/**
 * Resolves a name to the addresses that are allowed. It is called for the connection itself, so the addresses that
 * were judged are those that are used. Addresses in place of a name never come here, and are judged by `check`.
 */
function guardedLookup(url: URL, addresses: WebhookAddresses, resolve: Resolve): LookupFunction {
  const allowedOf = async (name: string) => {
    const found = await resolve(name);
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

/** A proxy resolves names by itself; what is known to be inside is kept from it. */
async function checkName(
  url: URL,
  addresses: WebhookAddresses,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<void> {
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return;
  const found = await resolve(url.hostname).catch(() => []);
  signal.throwIfAborted();
  if (found.some(({ address }) => !addresses.allows(address, url))) throw new NotAllowed();
}

function bySystem(name: string): Promise<readonly LookupAddress[]> {
  return lookup(name, { all: true });
}

class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  override readonly message = 'the name leads to an address that is not allowed';
}

/** Words for the partner: what happened on the way, and nothing about this machine. */
function reasonOf(error: unknown, exchangeMs: number): string {
  if (error instanceof ParleyError) return 'the address is not allowed';
  if (!(error instanceof Error)) return 'the connection failed';
  if (error.name === 'TimeoutError') return `no complete answer within ${exchangeMs / 1000} seconds`;
  if (error instanceof NotAllowed || error.cause instanceof NotAllowed) return new NotAllowed().message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return code === null ? 'the connection failed' : `the connection failed (${code})`;
}

/** `Retry-After` in seconds; a date counts from now. */
function secondsIn(header: string | string[] | undefined): number | null {
  const text = [header].flat()[0]?.trim();
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
