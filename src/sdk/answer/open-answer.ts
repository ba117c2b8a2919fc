import { type SendOptions, type StreamRequest, toChatBody, toIdempotencyHeader } from '../chat-request.ts';
import type { ApiRequest, Transport } from '../transport.ts';
import { AnswerProgress } from './answer-progress.ts';
import { AnswerStream, type ConnectSignals } from './answer-stream.ts';

export interface FollowOptions {
  readonly externalUserId?: string | undefined;
  /** Leaves out the text before this cursor. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a prompt and reads its answer; a broken connection is resumed through the answer's job. */
export function sendPrompt(transport: Transport, request: StreamRequest, options: SendOptions): AnswerStream {
  const onDisconnect = request.options?.onDisconnect ?? 'continue';
  const body = toChatBody(
    { ...request, options: { ...request.options, onDisconnect } },
    transport.settings.hosted,
  );
  const progress = new AnswerProgress();
  const send: ApiRequest = { method: 'POST', path: '/stream', body, headers: toIdempotencyHeader(options) };
  return openAnswer(transport, progress, {
    signal: options.signal,
    externalUserId: request.externalUserId,
    cancelWhenLeft: true,
    // Until the job is known, the same prompt is sent again: its key joins the existing answer.
    next: () => (progress.jobUuid === undefined ? send : toFollowRequest(progress, request.externalUserId)),
  });
}

/** Reads an answer that was requested earlier. */
export function followJob(transport: Transport, jobUuid: string, options: FollowOptions): AnswerStream {
  const progress = new AnswerProgress({ jobUuid, cursor: options.after });
  return openAnswer(transport, progress, {
    signal: options.signal,
    externalUserId: options.externalUserId,
    cancelWhenLeft: false,
    next: () => toFollowRequest(progress, options.externalUserId),
  });
}

interface Opening {
  readonly signal: AbortSignal | undefined;
  readonly externalUserId: string | undefined;
  readonly cancelWhenLeft: boolean;
  readonly next: () => ApiRequest;
}

function openAnswer(transport: Transport, progress: AnswerProgress, opening: Opening): AnswerStream {
  const { signal, externalUserId, cancelWhenLeft, next } = opening;
  return new AnswerStream({
    progress,
    settings: transport.settings,
    connect: (signals) => transport.open(asEventStream(next(), signals)),
    cancel: (jobUuid) => transport.json(toCancelRequest(jobUuid, externalUserId)),
    cancelWhenLeft,
    signal,
  });
}

function asEventStream(request: ApiRequest, { connection, repeats }: ConnectSignals): ApiRequest {
  return {
    ...request,
    headers: { ...request.headers, accept: 'text/event-stream' },
    signal: repeats,
    connectionSignal: connection,
  };
}

function toFollowRequest(progress: AnswerProgress, externalUserId: string | undefined): ApiRequest {
  const path = `/jobs/${encodeURIComponent(progress.jobUuid ?? '')}/stream`;
  return { method: 'GET', path, query: { after: progress.cursor }, externalUserId };
}

export function toCancelRequest(jobUuid: string, externalUserId: string | undefined): ApiRequest {
  return { method: 'POST', path: `/jobs/${encodeURIComponent(jobUuid)}/cancel`, externalUserId };
}
