import { limits } from '#contract/limits.ts';
import type { Cursor } from '../turn/cursor.ts';
import type { LiveTurn, TurnReader } from '../turn/live-turn.ts';
import type { TurnEnd } from '../turn/turn.ts';
import type { TurnSink } from '../turn/turn-sink.ts';
import type { PacePlace, ReadingPace } from './reading-pace.ts';

/** Text that does not wait for its tick: many times what a person reads in one. */
const earlyBytes = 16 * 1024;

/** `behind`: the next text for this reader has left memory and must be read from the store. */
export type LiveReaderEnd = TurnEnd | { readonly kind: 'behind' } | null;

export interface LiveReaderOptions {
  /** Whether the provider is paused while the reader lags by more than the buffer. */
  readonly pausesProvider: boolean;
  readonly pace: ReadingPace;
}

/**
 * Carries the text of a live turn to one sink, in pieces of 64 KiB at most: the first text and the end at once, text
 * in between at the reading pace. Until its tick the text stays in the turn and the reader keeps only its position,
 * so an end or a cursor can never miss any. The reader whose request started the turn pauses the provider when it
 * lags. Other readers only read.
 */
export class LiveReader implements TurnReader {
  readonly #live: LiveTurn;
  readonly #sink: TurnSink;
  readonly #pausesProvider: boolean;
  readonly #place: PacePlace;
  #bytes: number;
  #hasText = false;
  /** The last change of a step that the sink has taken. */
  #change = 0;
  #blocked = false;
  #end: TurnEnd | null = null;
  #done: (end: LiveReaderEnd) => void = () => {};
  /** Resolves with the end once all text before it was taken, or with null when the reader has left. */
  readonly done = new Promise<LiveReaderEnd>((resolve) => {
    this.#done = resolve;
  });

  constructor(live: LiveTurn, from: Cursor, sink: TurnSink, { pausesProvider, pace }: LiveReaderOptions) {
    this.#live = live;
    this.#sink = sink;
    this.#pausesProvider = pausesProvider;
    this.#place = pace.join(() => this.#pump());
    this.#bytes = from.attempt === live.turn.attempt ? Math.min(from.bytes, live.bytes) : 0;
    live.attach(this);
    sink.signal.addEventListener('abort', () => this.#leave(null), { once: true });
    if (sink.signal.aborted) this.#leave(null);
    else if (live.end !== null) this.onEnd(live.end);
    else this.#pump();
  }

  get cursor(): Cursor {
    return { attempt: this.#live.turn.attempt, bytes: this.#bytes };
  }

  onText(): void {
    const waiting = this.#live.bytes - this.#bytes;
    if (this.#blocked) {
      if (this.#pausesProvider && waiting > limits.writeBufferBytes) this.#live.pause();
    } else if (this.#hasText && waiting < earlyBytes) this.#place.wait();
    else this.#pump();
  }

  onStep(): void {
    this.#pump();
  }

  onEnd(end: TurnEnd): void {
    this.#end = end;
    this.#pump();
    if (!this.#blocked) this.#leave(end);
  }

  #pump(): void {
    while (!this.#blocked) {
      this.#takeSteps();
      const range = this.#live.read(this.#bytes);
      if (range === null) this.#leave({ kind: 'behind' });
      if (range === null || range.text === '') return;
      this.#bytes = range.end;
      this.#hasText = true;
      if (this.#sink.text(range.text, this.cursor)) continue;
      this.#blocked = true;
      this.#sink.whenWritable(() => this.#unblock());
    }
  }

  /** Those whose place the reader has come to, before the text that follows them. */
  #takeSteps(): void {
    const { steps } = this.#live;
    if (steps.changes === this.#change) return;
    for (const step of steps.since(this.#change)) {
      if (step.bytes > this.#bytes) return;
      this.#change = step.change;
      this.#sink.step?.(step, this.cursor);
    }
  }

  #unblock(): void {
    this.#blocked = false;
    if (this.#sink.signal.aborted) return;
    this.#pump();
    if (this.#blocked) return;
    if (this.#pausesProvider) this.#live.resume();
    if (this.#end !== null) this.#leave(this.#end);
  }

  #leave(end: LiveReaderEnd): void {
    this.#place.leave();
    this.#live.detach(this);
    if (this.#pausesProvider) this.#live.resume();
    this.#done(end);
  }
}
