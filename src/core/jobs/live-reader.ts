import { limits } from '#contract/limits.ts';
import type { Cursor } from '../turn/cursor.ts';
import type { LiveTurn, TurnReader } from '../turn/live-turn.ts';
import type { TurnEnd } from '../turn/turn.ts';
import type { TurnSink } from '../turn/turn-sink.ts';

/** `behind`: what comes next for this reader has left memory and is read from the store. */
export type LiveReaderEnd = TurnEnd | { readonly kind: 'behind' } | null;

/**
 * Carries the text of a live turn to one sink, in pieces of 64 KiB at most. The reader whose request the turn
 * answers sets the provider's pace: one that lags by more than the buffer pauses it. Any other only reads what is
 * there.
 */
export class LiveReader implements TurnReader {
  readonly #live: LiveTurn;
  readonly #sink: TurnSink;
  readonly #setsPace: boolean;
  #bytes: number;
  #blocked = false;
  #end: TurnEnd | null = null;
  #done: (end: LiveReaderEnd) => void = () => {};
  /** Resolves with the end once everything before it was taken, or with null when the reader is gone. */
  readonly done = new Promise<LiveReaderEnd>((resolve) => {
    this.#done = resolve;
  });

  constructor(live: LiveTurn, from: Cursor, sink: TurnSink, setsPace: boolean) {
    this.#live = live;
    this.#sink = sink;
    this.#setsPace = setsPace;
    this.#bytes = from.attempt === live.turn.attempt ? Math.min(from.bytes, live.bytes) : 0;
    live.attach(this);
    sink.signal.addEventListener('abort', () => this.#leave(null), { once: true });
    if (sink.signal.aborted) this.#leave(null);
    else this.#pump();
    if (live.end !== null) this.onEnd(live.end);
  }

  get cursor(): Cursor {
    return { attempt: this.#live.turn.attempt, bytes: this.#bytes };
  }

  onText(): void {
    if (!this.#blocked) this.#pump();
    else if (this.#setsPace && this.#live.bytes - this.#bytes > limits.writeBufferBytes) this.#live.pause();
  }

  onEnd(end: TurnEnd): void {
    this.#end = end;
    if (!this.#blocked) this.#leave(end);
  }

  #pump(): void {
    while (!this.#blocked) {
      const range = this.#live.read(this.#bytes);
      if (range === null) this.#leave({ kind: 'behind' });
      if (range === null || range.text === '') return;
      this.#bytes = range.end;
      if (this.#sink.text(range.text, this.cursor)) continue;
      this.#blocked = true;
      this.#sink.whenWritable(() => this.#unblock());
    }
  }

  #unblock(): void {
    this.#blocked = false;
    if (this.#sink.signal.aborted) return;
    this.#pump();
    if (this.#blocked) return;
    if (this.#setsPace) this.#live.resume();
    if (this.#end !== null) this.#leave(this.#end);
  }

  #leave(end: LiveReaderEnd): void {
    this.#live.detach(this);
    if (this.#setsPace) this.#live.resume();
    this.#done(end);
  }
}
