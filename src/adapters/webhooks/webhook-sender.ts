import type { AttemptOutcome } from '#core/webhooks/decide-attempt.ts';
import type { SendWebhook } from '#core/webhooks/webhook-courier.ts';
import { ExchangeFailure, type GuardOptions, guardedExchange } from './guarded-exchange.ts';

/** For the whole exchange: name, connection, request, answer. */
const defaultExchangeMs = 15_000;
const replyBytes = 16 * 1024;
/** How much of the beginning of the answer is kept. */
const keptBytes = 1024;

export interface SenderOptions extends GuardOptions {
  /** Default 15 s. */
  readonly exchangeMs?: number;
}

/** Sends deliveries. */
export function webhookSender({
  exchangeMs: limitMs = defaultExchangeMs,
  ...guard
}: SenderOptions): SendWebhook {
  return async (request, signal) => {
    try {
      return await guardedExchange(guard, { ...request, limitMs }, signal, async (answer) => {
        const { status, headers, body } = answer;
        const retryAfterSeconds = secondsIn(headers['retry-after']);
        return { status, error: null, errorCode: null, reply: await beginningOf(body), retryAfterSeconds };
      });
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      const { message, code } = error;
      return {
        status: null,
        error: message,
        errorCode: code,
        reply: '',
        retryAfterSeconds: null,
      } satisfies AttemptOutcome;
    }
  };
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

/** `Retry-After` in seconds; a date counts from now. */
function secondsIn(header: string | string[] | undefined): number | null {
  const text = [header].flat()[0]?.trim();
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
