import type { IncomingHttpHeaders } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import { limits } from '#contract/limits.ts';
import { isObject } from '#contract/schemas/is-object.ts';
import type { GuardedAnswer } from '../webhooks/guarded-exchange.ts';

type Members = Readonly<Record<string, unknown>>;

/** The answer of a server to one request. */
export type Message =
  | { readonly kind: 'result'; readonly result: Members; readonly bytes: number }
  /** The server says that it has failed. */
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly bytes: number }
  | { readonly kind: 'unreadable'; readonly code: string; readonly bytes: number };

/** Reads the message with this id, as one document or as the last of a stream, up to the limit and no further. */
export async function readMessage(answer: GuardedAnswer, id: string): Promise<Message> {
  const { status, headers, body } = answer;
  const encoding = headers['content-encoding'];
  // A status of 500 or above says nothing certain, whatever the body says.
  const isOpen = (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 410);
  if (!isOpen) return unreadable(`http_${status}`, 0);
  if (encoding !== undefined && encoding !== 'identity') return unreadable('invalid_answer', 0);
  const found = typeOf(headers) === 'text/event-stream' ? await lastOf(body, id) : await wholeOf(body);
  const { bytes, value } = found;
  if (value === undefined) return unreadable(status < 300 ? 'invalid_answer' : `http_${status}`, bytes);
  return messageOf(value, id, status, bytes);
}

interface Found {
  readonly bytes: number;
  /** Undefined: there is none within the limit. */
  readonly value?: unknown;
}

async function wholeOf(body: AsyncIterable<Buffer>): Promise<Found> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > limits.toolResultBytes.read) return { bytes };
    pieces.push(piece);
  }
  return { bytes, value: parsed(Buffer.concat(pieces).toString('utf8')) };
}

/** Notifications before it, and requests, which a server must not send, are passed over. */
async function lastOf(body: AsyncIterable<Buffer>, id: string): Promise<Found> {
  const decoder = new StringDecoder('utf8');
  let bytes = 0;
  let value: unknown;
  const parser = createParser({
    onEvent: ({ data }) => {
      const message = parsed(data);
      if (value === undefined && isObject(message) && isAnswer(message, id)) value = message;
    },
  });
  for await (const piece of body) {
    bytes += piece.length;
    parser.feed(decoder.write(piece));
    if (value !== undefined) break;
    if (bytes > limits.toolResultBytes.read) return { bytes };
  }
  return { bytes, ...(value !== undefined && { value }) };
}

function isAnswer(message: Members, id: string): boolean {
  return message['id'] === id && ('result' in message || 'error' in message);
}

function messageOf(value: unknown, id: string, status: number, bytes: number): Message {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return unreadable(codeOfStatus(status), bytes);
  const { error, result } = value;
  if (isObject(error)) {
    // A server that could not read the request does not know its id.
    const isOurs = value['id'] === id || value['id'] === undefined || value['id'] === null;
    const { code, message } = error;
    if (!isOurs || !Number.isInteger(code)) return unreadable('invalid_answer', bytes);
    return { kind: 'error', code: Number(code), message: typeof message === 'string' ? message : '', bytes };
  }
  if (value['id'] !== id || !isObject(result) || status >= 300)
    return unreadable(codeOfStatus(status), bytes);
  return { kind: 'result', result, bytes };
}

function codeOfStatus(status: number): string {
  return status < 300 ? 'invalid_answer' : `http_${status}`;
}

function unreadable(code: string, bytes: number): Message {
  return { kind: 'unreadable', code, bytes };
}

function typeOf(headers: IncomingHttpHeaders): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
