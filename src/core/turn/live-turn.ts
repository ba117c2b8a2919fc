import type { ModelCall, ModelListener } from '../models/model-provider.ts';
import type { AdmittedTurn, TurnEnd } from './turn.ts';
import type { OutputPiece } from './turn-store.ts';

/** Follows one attempt as it is produced. Called synchronously and in order; must not throw. */
export interface TurnReader {
  /** New text is there: take it with `textFrom`. */
  onText(): void;
  onEnd(end: TurnEnd): void;
}

/**
 * One attempt of a turn while this process runs it: the text so far, who reads it, and the ways to stop it.
 * Readers keep their own place in the text, so that a slow one costs nothing beyond the answer itself.
 */
export class LiveTurn implements ModelListener {
  readonly turn: AdmittedTurn;
  readonly #abort = new AbortController();
  readonly #readers = new Set<TurnReader>();
  readonly #chunks: string[] = [];
  /** Bytes before each chunk. */
  readonly #offsets: number[] = [];
  #bytes = 0;
  #flushedChunks = 0;
  #flushing = false;
  #highSurrogate = '';
  #call: ModelCall | null = null;
  #paused = false;
  #end: TurnEnd | null = null;
  #settle: (end: TurnEnd) => void = () => {};
  /** Resolves once the end is stored (or known not to be ours to store). */
  readonly ended = new Promise<TurnEnd>((resolve) => {
    this.#settle = resolve;
  });

  constructor(turn: AdmittedTurn) {
    this.turn = turn;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Why it was told to stop, if it was. */
  get stopReason(): TurnEnd | null {
    return this.#abort.signal.aborted ? this.#abort.signal.reason : null;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get providerWasCalled(): boolean {
    return this.#call !== null;
  }

  /** Whether some text may be stored as partial output: also while it is not known yet that it is. */
  get hasFlushed(): boolean {
    return this.#flushing;
  }

  get end(): TurnEnd | null {
    return this.#end;
  }

  /** The first reason counts. */
  stop(reason: TurnEnd): void {
    if (!this.#abort.signal.aborted) this.#abort.abort(reason);
  }

  onCalled(call: ModelCall): void {
    this.#call = call;
    if (this.#paused) call.pause();
  }

  /** A model may split a surrogate pair over two deltas; the first half waits for the second. */
  onText(delta: string): void {
    let text = this.#highSurrogate + delta;
    const last = text.charCodeAt(text.length - 1);
    this.#highSurrogate = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : '';
    if (this.#highSurrogate) text = text.slice(0, -1);
    this.#append(text);
  }

  #append(text: string): void {
    if (text === '') return;
    const wellFormed = text.toWellFormed();
    this.#chunks.push(wellFormed);
    this.#offsets.push(this.#bytes);
    this.#bytes += Buffer.byteLength(wellFormed);
    for (const reader of this.#readers) reader.onText();
  }

  /** The whole text of this attempt; called once the provider is done. */
  complete(): string {
    const rest = this.#highSurrogate;
    this.#highSurrogate = '';
    this.#append(rest);
    return this.#chunks.join('');
  }

  /** Everything after the first `bytes` bytes, which must end at a character. */
  textFrom(bytes: number): string {
    if (bytes >= this.#bytes) return '';
    let index = this.#offsets.length - 1;
    while (index > 0 && (this.#offsets[index] ?? 0) > bytes) index--;
    const first = this.#chunks[index] ?? '';
    const skip = bytes - (this.#offsets[index] ?? 0);
    const head = skip === 0 ? first : Buffer.from(first).subarray(skip).toString();
    return index === this.#chunks.length - 1 ? head : head + this.#chunks.slice(index + 1).join('');
  }

  pause(): void {
    this.#paused = true;
    this.#call?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#call?.resume();
  }

  attach(reader: TurnReader): void {
    this.#readers.add(reader);
  }

  detach(reader: TurnReader): void {
    this.#readers.delete(reader);
  }

  get readerCount(): number {
    return this.#readers.size;
  }

  /** What was produced since the last flush; `confirm` once it is stored. */
  unflushed(): { piece: OutputPiece; confirm: () => void } | null {
    const upTo = this.#chunks.length;
    if (this.#flushedChunks === upTo || this.#end !== null) return null;
    this.#flushing = true;
    const { id, clientId, attempt } = this.turn;
    const piece = {
      clientId,
      turnId: id,
      attempt,
      byteOffset: this.#offsets[this.#flushedChunks] ?? 0,
      text: this.#chunks.slice(this.#flushedChunks).join(''),
    };
    return {
      piece,
      confirm: () => {
        this.#flushedChunks = upTo;
      },
    };
  }

  /** Told by `runTurn` once the end is stored. */
  finish(end: TurnEnd): void {
    this.#end = end;
    for (const reader of this.#readers) reader.onEnd(end);
    this.#readers.clear();
    this.#settle(end);
  }
}
