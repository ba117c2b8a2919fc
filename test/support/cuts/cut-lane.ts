import { type Link, type LinkWatcher, Relay } from './cut-relay.ts';

/** Where an exchange over HTTP is cut: once so many bytes of a side have arrived. */
export interface ByteCut {
  readonly side: 'request' | 'answer';
  readonly at: number;
  /** `end`: closed as if everything had been sent. */
  readonly how: 'reset' | 'end';
  /** The next call only, or every one until `calm`. */
  readonly times: 'once' | 'always';
}

/** The bytes of one call. */
export interface Spoken {
  readonly request: Buffer;
  readonly answer: Buffer;
}

const silence: Spoken = { request: Buffer.alloc(0), answer: Buffer.alloc(0) };

/** A separate path to the provider, which one caller at a time uses, and which can be cut at any byte. */
export class ProviderLane implements AsyncDisposable {
  #relay: Relay | null = null;
  #target = 0;
  #cut: ByteCut | null = null;
  /** Calls that were cut. */
  cuts = 0;
  /** The bytes that have passed of the last call. */
  last: Spoken = silence;
  /** The same, of the last one that was cut. */
  lastCut: Spoken = silence;

  static async start(): Promise<ProviderLane> {
    const lane = new ProviderLane();
    lane.#relay = await Relay.start(
      () => ({ host: '127.0.0.1', port: lane.#target }),
      (link) => lane.#watch(link),
    );
    return lane;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#relay?.port}/v1`;
  }

  leadTo(baseUrl: string): void {
    this.#target = Number(new URL(baseUrl).port);
  }

  cut(cut: ByteCut): void {
    this.#cut = cut;
  }

  calm(): void {
    this.#cut = null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#relay?.[Symbol.asyncDispose]();
  }

  #watch(link: Link): LinkWatcher {
    let isAnswered = true;
    return {
      onRequest: (bytes) => {
        // Connections are reused: a request after an answer begins another call.
        if (isAnswered) this.last = silence;
        isAnswered = false;
        const passed = this.#passed('request', bytes);
        this.last = { ...this.last, request: Buffer.concat([this.last.request, passed]) };
        link.toServer(passed);
        this.#cutIfDue('request', link);
      },
      onAnswer: (bytes) => {
        isAnswered = true;
        const passed = this.#passed('answer', bytes);
        this.last = { ...this.last, answer: Buffer.concat([this.last.answer, passed]) };
        link.toClient(passed);
        this.#cutIfDue('answer', link);
      },
      onClose: () => {},
    };
  }

  /** How many of these bytes may still pass. */
  #passed(side: ByteCut['side'], bytes: Buffer): Buffer {
    if (this.#cut?.side !== side) return bytes;
    return bytes.subarray(0, this.#cut.at - this.last[side].length);
  }

  #cutIfDue(side: ByteCut['side'], link: Link): void {
    const cut = this.#cut;
    if (cut?.side !== side || this.last[side].length < cut.at) return;
    this.cuts += 1;
    this.lastCut = this.last;
    if (cut.times === 'once') this.#cut = null;
    if (cut.how === 'reset') link.reset();
    else link.end();
  }
}
