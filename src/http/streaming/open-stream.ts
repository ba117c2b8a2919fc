import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Cursor } from '#core/turn/cursor.ts';
import { readerGone } from '../server/problem.ts';
import {
  contentTypes,
  EventSink,
  type StreamMeta,
  type StreamOptions,
  streamHeaders,
  TextSink,
} from './stream-sink.ts';

type Headers = Readonly<Record<string, string>>;

/** Takes the response over and sends its head at once. Later hooks are skipped. */
export function openResponse(reply: FastifyReply, contentType: string, headers: Headers): ServerResponse {
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    ...Object.fromEntries(Object.entries(reply.getHeaders())),
    'content-type': contentType,
    ...streamHeaders,
    ...headers,
  });
  response.flushHeaders();
  reply.request.exchange?.streaming();
  return response;
}

export function openText(reply: FastifyReply, headers: Headers, options: StreamOptions): TextSink {
  return new TextSink(openResponse(reply, contentTypes.text, headers), options);
}

export function openEvents(
  reply: FastifyReply,
  headers: Headers,
  options: StreamOptions,
  meta: StreamMeta,
  from: Cursor,
): EventSink {
  return new EventSink(openResponse(reply, contentTypes.events, headers), options, meta, from);
}

/** Aborts when the requester leaves, even before anything was sent. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const response = reply.raw;
  if (response.destroyed) gone.abort(readerGone);
  else response.on('close', () => gone.abort(readerGone));
  return gone.signal;
}

/** The headers that name a turn, its conversation and its answer. */
export function turnHeaders(turn: {
  readonly id: string;
  readonly conversationId: string;
  readonly messageId: string;
}) {
  return { 'x-conversation-id': turn.conversationId, 'x-message-id': turn.messageId, 'x-job-id': turn.id };
}
