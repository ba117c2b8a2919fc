import type { OfferedSource } from '../knowledge/offered-source.ts';
import type { ModelCall, ModelListener } from '../models/model-provider.ts';
import { AnswerText, blockBytes, type TextRange } from './answer-text.ts';
import { CallPauses } from './process/call-pauses.ts';
import { OpenWrite } from './process/open-write.ts';
import type { TextBudget, TextShare } from './process/text-budget.ts';
import { TurnSteps } from './process/turn-steps.ts';
import type { AdmittedTurn, TurnEnd } from './turn.ts';
import type { OutputPiece } from './turn-store.ts';

/** Beyond so much unstored text the provider is paused, which bounds the memory of a database outage. */
const unstoredBytes = 1024 * 1024;
/** Text without a reader in the store is stored at most once in this time, unless a full block waits. */
const unreadEveryMs = 1_000;
/** How long text that could not be stored is held back, so that it does not fail every heartbeat. */
const holdBackMs = 10_000;

/** Follows one attempt as it is produced. Called synchronously and in order; must not throw. */
export interface TurnReader {
  /** New text is available through `read`. */
  onText(): void;
  /** A step has changed. */
  onStep(): void;
  onEnd(end: TurnEnd): void;
}

/** Text of one turn that is being stored. */
export interface Flush {
  readonly pieces: readonly OutputPiece[];
  readonly bytes: number;
  /** Called when it is stored. */
  confirm(): void;
  /** Called when it cannot be stored for now. */
  holdBack(): void;
}

/**
 * One attempt of a turn while this process runs it: the text so far, its readers, and the ways to stop it. Readers
 * keep their own position in the text, so a slow one costs nothing beyond the answer itself.
 */
export class LiveTurn implements ModelListener {
  readonly turn: AdmittedTurn;
  readonly startedAt = performance.now();
  /** What the last call to a model was offered of documents, and what it was told by tools; null: none were asked. */
  offered: readonly OfferedSource[] | null = null;
  toolResults: readonly string[] | null = null;
  /** Its text is a part of the step in which it may ask for tools, so a megabyte of it stays where memory is tight. */
  mayCall = false;
  readonly write = new OpenWrite();
  readonly #abort = new AbortController();
  readonly #readers = new Set<TurnReader>();
  readonly #text = new AnswerText();
  readonly steps = new TurnSteps(
    () => this.#text.bytes,
    () => {
      for (const reader of this.#readers) reader.onStep();
    },
  );
  #firstTextAt: number | null = null;
  #model: string | null = null;
  #unstoredSince: number | null = null;
  #storedAt: number | null = null;
  #heldBackUntil = 0;
  #flushing = false;
  #highSurrogate = '';
  readonly #pauses = new CallPauses();
  readonly #share: TextShare;
  #end: TurnEnd | null = null;
  #settle: (end: TurnEnd) => void = () => {};
  /** Resolves once the end is stored, or when another process has taken the turn over. */
  readonly ended = new Promise<TurnEnd>((resolve) => {
    this.#settle = resolve;
  });

  constructor(turn: AdmittedTurn, budget: TextBudget) {
    this.turn = turn;
    this.#share = budget.open(() => this.#pauses.resume('process'));
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The reason for which it was stopped, if it was. */
  get stopReason(): TurnEnd | null {
    return this.#abort.signal.aborted ? this.#abort.signal.reason : null;
  }

  get bytes(): number {
    return this.#text.bytes;
  }

  /** Milliseconds from the beginning of the attempt to its first text; null without any. */
  get firstTextMs(): number | null {
    return this.#firstTextAt === null ? null : this.#firstTextAt - this.startedAt;
  }

  /** The model that is called, or was called last, as `<provider>/<model>`. */
  get model(): string | null {
    return this.#model;
  }

  get providerWasCalled(): boolean {
    return this.#pauses.wasCalled;
  }

  /** Whether some text may be stored as partial output, even when the outcome of storing it is still unknown. */
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

  /** A model is about to be called; one that was called before has failed. */
  chosen(model: string): void {
    this.#model = model;
    this.steps.endThought('failed');
  }

  onCalled(call: ModelCall): void {
    this.#pauses.called(call);
  }

  onThinking(): void {
    this.steps.think();
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
    this.steps.endThought('done');
    this.#text.append(text.toWellFormed());
    this.#firstTextAt ??= performance.now();
    this.#unstoredSince ??= performance.now();
    if (this.#text.bytes - this.#text.storedBytes > unstoredBytes) this.#pauses.pause('turn');
    this.#account();
    for (const reader of this.#readers) reader.onText();
  }

  /** The unstored text, or the whole of a short answer; called once the provider is done. */
  complete(): TextRange {
    const rest = this.#highSurrogate;
    this.#highSurrogate = '';
    this.#append(rest);
    return this.#text.rest();
  }

  /** The next text after a position, 64 KiB at most; null when only the store has it. */
  read(after: number): TextRange | null {
    return this.#text.read(after);
  }

  /** Called by a reader that lags. */
  pause(): void {
    this.#pauses.pause('reader');
  }

  resume(): void {
    this.#pauses.resume('reader');
  }

  #account(): void {
    const { bytes, storedBytes, firstByte } = this.#text;
    const unstored = bytes - storedBytes;
    if (!this.#share.update({ unstored, kept: storedBytes - firstByte })) this.#pauses.pause('process');
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

  /**
   * How long text has been waiting that the next heartbeat must store; null when none does, or when it cannot be
   * stored for now. `isRead`: a reader waits for it in the store.
   */
  dueSince(now: number, isRead: boolean): number | null {
    if (this.#end !== null || now < this.#heldBackUntil) return null;
    return isRead || this.#isDueUnread(now) ? this.#unstoredSince : null;
  }

  /** The first text is due at once, so that no turn whose text was seen is stored empty when its process dies. */
  #isDueUnread(now: number): boolean {
    if (this.#storedAt === null || now - this.#storedAt >= unreadEveryMs) return true;
    return this.#text.bytes - this.#text.storedBytes >= blockBytes;
  }

  /** The oldest unstored text, as much as fits. */
  flush(maxBytes: number): Flush {
    this.#flushing = true;
    const { id: turnId, clientId, attempt } = this.turn;
    const ranges = this.#text.unstored(maxBytes);
    const from = ranges[0]?.from ?? 0;
    const end = ranges.at(-1)?.end ?? from;
    return {
      pieces: ranges.map(({ from: byteOffset, text }) => ({ clientId, turnId, attempt, byteOffset, text })),
      bytes: end - from,
      confirm: () => this.#confirm(end),
      holdBack: () => {
        this.#heldBackUntil = performance.now() + holdBackMs;
      },
    };
  }

  #confirm(end: number): void {
    this.#text.stored(end, this.#share.isTight() && !this.mayCall);
    this.#account();
    const left = this.#text.bytes - this.#text.storedBytes;
    this.#storedAt = performance.now();
    this.#unstoredSince = left === 0 ? null : this.#storedAt;
    if (left < unstoredBytes / 2) this.#pauses.resume('turn');
  }

  /** Called by `runTurn` once the end is stored. */
  finish(end: TurnEnd): void {
    if (end.kind === 'failed' || end.kind === 'cancelled') this.steps.end('failed');
    else if (end.kind === 'completed') this.steps.end('done');
    this.#end = end;
    this.#share.release();
    for (const reader of this.#readers) reader.onEnd(end);
    this.#readers.clear();
    this.#settle(end);
  }
}
