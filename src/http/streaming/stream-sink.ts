import type { ServerResponse } from 'node:http';
import { failureFacts } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { Usage } from '#contract/resources.ts';
import { noSources, presentSources } from '#core/citations/answer-sources.ts';
import { type Cursor, formatCursor } from '#core/turn/cursor.ts';
import { presentStep, type ShownStep } from '#core/turn/shown-step.ts';
import type { TurnRecord } from '#core/turn/turn.ts';
import type { TurnOutcome, TurnSink } from '#core/turn/turn-sink.ts';
import { readerGone } from '../server/problem.ts';
import { watchStall } from './watch-stall.ts';

export interface StreamOptions {
  /** A reader that takes nothing for this long is cut. */
  readonly stallMs: number;
  readonly onStall: () => void;
}

/** The open response of one reader, whose headers were sent when it was created. Each format frames text its own way. */
export abstract class ResponseSink implements TurnSink {
  protected readonly response: ServerResponse;
  readonly #options: StreamOptions;
  readonly #gone = new AbortController();
  #endWatch = () => {};
  readonly #heartbeat: NodeJS.Timeout | null;

  constructor(response: ServerResponse, options: StreamOptions) {
    this.response = response;
    this.#options = options;
    this.#heartbeat = this.heartbeat
      ? setInterval(() => this.write(this.heartbeat), limits.heartbeatSeconds * 1000)
      : null;
    if (response.destroyed) this.#leave();
    else response.on('close', () => this.#leave());
  }

  protected get heartbeat(): string {
    return '';
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  abstract text(text: string, cursor: Cursor): boolean;
  abstract queued(record: TurnRecord): void;
  abstract reset(attempt: number): boolean;
  abstract ended(outcome: TurnOutcome): void;

  whenWritable(resume: () => void): void {
    this.#watch(this.#options.onStall);
    (this.response.socket ?? this.response).once('drain', () => {
      this.#endWatch();
      resume();
    });
  }

  /** False when the reader has to catch up first. */
  protected write(text: string): boolean {
    return writeChunk(this.response, text);
  }

  /** With the final chunk. A reader that does not take the rest is cut, as before the end. */
  protected finish(): void {
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    this.#watch(() => {});
    this.response.end();
  }

  /** Without the final chunk, so that the reader does not take its text for the whole answer. */
  protected cut(): void {
    this.response.destroy();
  }

  /** Says why first. The reader gets it, unlike what waits when a connection is destroyed. */
  protected cutBehind(reason: string): void {
    this.write(reason);
    this.#watch(() => {});
    this.response.socket?.end();
  }

  #leave(): void {
    this.#endWatch();
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    this.#gone.abort(readerGone);
  }

  #watch(onStall: () => void): void {
    this.#endWatch();
    this.#endWatch = watchStall(this.response.socket, this.#options.stallMs, () => {
      onStall();
      this.response.destroy();
    });
  }
}

/** Chunked Markdown and nothing else; only a complete answer ends cleanly. */
export class TextSink extends ResponseSink {
  text(text: string): boolean {
    return this.write(text);
  }

  queued(): void {}

  reset(): boolean {
    this.cut();
    return false;
  }

  ended(outcome: TurnOutcome): void {
    if (outcome.kind === 'completed') this.finish();
    else this.cut();
  }
}

/** The first event of a reader of events. */
export interface StreamMeta {
  readonly conversation_uuid: string;
  readonly message_uuid: string;
  readonly job_uuid: string;
  /** The meters, where the request was or could have been charged. */
  readonly usage?: Usage;
}

/** A comment, which readers of events pass over. */
export const eventHeartbeat = ': still here\n\n';

/** Typed events (text/event-stream), `meta` first. Every `id:` is a cursor to resume from. */
export class EventSink extends ResponseSink {
  #cursor: Cursor;
  readonly #meta: StreamMeta;

  constructor(response: ServerResponse, options: StreamOptions, meta: StreamMeta, from: Cursor) {
    super(response, options);
    this.#meta = meta;
    this.#cursor = from;
    this.#send('meta', meta);
  }

  protected override get heartbeat(): string {
    return eventHeartbeat;
  }

  text(text: string, cursor: Cursor): boolean {
    this.#cursor = cursor;
    return this.#send('delta', { text });
  }

  step(step: ShownStep, cursor: Cursor): void {
    this.#cursor = cursor;
    this.#send('step', presentStep(step));
  }

  queued(record: TurnRecord): void {
    this.#send('queue', {
      queue_name: record.lane,
      queue_position: record.position,
      eta_seconds: record.etaSeconds,
    });
  }

  reset(attempt: number): boolean {
    this.#cursor = { attempt, bytes: 0 };
    return this.#send('reset', { attempt }) || true;
  }

  ended(outcome: TurnOutcome): void {
    if (outcome.kind === 'completed') {
      const { usage, message_uuid } = this.#meta;
      if (usage !== undefined) this.#send('usage', { usage });
      const { finishReason, sources = noSources, action } = outcome;
      const actions = action === undefined ? {} : { actions: [action] };
      const ended = { finish_reason: finishReason, message_uuid, ai_generated: true };
      this.#send('done', { ...ended, ...presentSources(sources), ...actions });
    } else {
      const { code, reason = null } = outcome;
      this.#send('error', { ok: false, code, ...failureFacts(code, reason) });
    }
    this.finish();
  }

  #send(event: string, data: object): boolean {
    return this.write(
      `id: ${formatCursor(this.#cursor)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    );
  }
}

export const streamHeaders = {
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

export const contentTypes = {
  text: 'text/plain; charset=utf-8',
  events: 'text/event-stream; charset=utf-8',
} as const;

/** Whether the reader prefers typed events; text is the default. */
export function wantsEvents(accept: string | undefined): boolean {
  return /(^|,)\s*text\/event-stream\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(accept ?? '');
}

/**
 * Writes one piece of a response whose head was sent. Node's own `response.write` passes a frame to the socket in
 * three pieces (length, data, line end); one string costs a third less per delta, and deltas dominate the cost of an
 * answer (measured: 13 against 19 microseconds per write, Node 24). False when the socket's buffer is full.
 */
function writeChunk(response: ServerResponse, text: string): boolean {
  const { socket } = response;
  // Without a socket the response is over, and Node knows how to treat a late write.
  if (socket === null || !response.headersSent || text === '') return text === '' || response.write(text);
  const bytes = Buffer.byteLength(text);
  const frame = response.chunkedEncoding ? `${bytes.toString(16)}\r\n${text}\r\n` : text;
  return socket.write(frame, bytes === text.length ? 'latin1' : 'utf8');
}
