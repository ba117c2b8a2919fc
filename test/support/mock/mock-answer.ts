import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { MockCall } from './mock-call.ts';
import {
  callsEvent,
  DONE_EVENT,
  ERROR_EVENT,
  finishEvent,
  pieceEvent,
  ROLE_EVENT,
  usageEvent,
} from './mock-events.ts';
import type { MockScenario } from './mock-scenario.ts';

const DEFAULT_DELTAS = 5;

/** Plays one scenario on one response. */
export class MockAnswer {
  readonly #call: MockCall;
  readonly #response: ServerResponse;
  readonly #scenario: MockScenario;
  readonly #deltas: number;
  #next = 0;
  #timer: NodeJS.Timeout | null = null;
  #cutByUs = false;
  #hasStalled = false;

  constructor(call: MockCall, response: ServerResponse, scenario: MockScenario) {
    this.#call = call;
    this.#response = response;
    this.#scenario = scenario;
    const usual = scenario.calls === undefined ? DEFAULT_DELTAS : 0;
    this.#deltas = scenario.deltas ?? scenario.texts?.length ?? usual;
  }

  play(): void {
    this.#response.once('close', () => {
      if (this.#timer) clearInterval(this.#timer);
      this.#call.close(this.#cutByUs);
    });
    const { headerDelayMs = 0, headOn } = this.#scenario;
    if (headOn) this.#goOn(headOn, () => this.#begin());
    else if (headerDelayMs > 0) this.#timer = setTimeout(() => this.#begin(), headerDelayMs);
    else this.#begin();
  }

  /** Unless the caller has left by then. */
  #goOn(on: Promise<unknown>, next: () => void): void {
    void on.then(() => {
      if (!this.#response.destroyed) next();
    });
  }

  #begin(): void {
    const { status = 200, silent = false, restOn, before } = this.#scenario;
    if (status !== 200) {
      this.#refuse(status);
      return;
    }
    this.#response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    this.#response.flushHeaders();
    if (silent) return;
    this.#write(ROLE_EVENT);
    if (before !== undefined) void this.#runHeld(before);
    else if (!restOn) this.#send();
    else if (this.#step()) this.#goOn(restOn, () => this.#send());
  }

  #send(): void {
    const { paceMs = 0 } = this.#scenario;
    if (paceMs > 0) this.#timer = setInterval(() => this.#step(), paceMs);
    else this.#run();
  }

  #refuse(status: number): void {
    const { retryAfter, errorMessage = 'refused by the scenario' } = this.#scenario;
    this.#response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(status >= 300 && status < 400 && { location: 'http://127.0.0.1:9/elsewhere' }),
    });
    this.#call.finished = true;
    this.#response.end(JSON.stringify({ error: { message: errorMessage, type: 'mock_error', code: null } }));
  }

  /** As fast as the reader takes it. */
  #run(): void {
    while (this.#step()) {
      if (!this.#response.writableNeedDrain) continue;
      this.#response.once('drain', () => this.#run());
      return;
    }
  }

  /** Each piece waits for what the test says. */
  async #runHeld(before: NonNullable<MockScenario['before']>): Promise<void> {
    const { paceMs = 0 } = this.#scenario;
    do {
      if (paceMs > 0) await delay(paceMs);
      await before(this.#next);
    } while (!this.#response.destroyed && this.#step());
  }

  /** False when nothing more is to be sent. */
  #step(): boolean {
    const { stallAfter, resetAfter, truncateAfter, errorAfter } = this.#scenario;
    const index = this.#next;
    this.#next += 1;
    if (index === stallAfter && !this.#hasStalled) return this.#stall();
    if (index === resetAfter) return this.#reset();
    if (index === truncateAfter) return this.#end();
    if (index === errorAfter) return this.#end(ERROR_EVENT);
    if (index >= this.#deltas) return this.#finish();
    this.#write(pieceEvent(this.#scenario, index));
    return !this.#response.destroyed;
  }

  #finish(): false {
    const { calls = [], usage = true, done = true } = this.#scenario;
    const { finishReason = calls.length > 0 ? 'tool_calls' : 'stop' } = this.#scenario;
    this.#call.finished = true;
    return this.#end(
      ...(calls.length > 0 ? [callsEvent(calls)] : []),
      finishEvent(finishReason),
      ...(usage ? [usageEvent(this.#call.messages.length, this.#deltas)] : []),
      ...(done ? [DONE_EVENT] : []),
    );
  }

  #end(...events: Buffer[]): false {
    this.#cutByUs = true;
    const last = Buffer.concat(events);
    this.#call.bytesSent += last.length;
    this.#response.end(last);
    return this.#stop();
  }

  #stall(): false {
    this.#hasStalled = true;
    this.#next -= 1;
    void this.#scenario.resume?.then(() => this.#run());
    return this.#stop();
  }

  #reset(): false {
    this.#cutByUs = true;
    const socket = this.#response.socket;
    // Writes without Nagle may still be on their way: let them leave before the reset discards them.
    setImmediate(() => socket?.resetAndDestroy());
    return this.#stop();
  }

  #stop(): false {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    return false;
  }

  #write(bytes: Buffer): void {
    this.#call.bytesSent += bytes.length;
    this.#response.write(bytes);
  }
}
