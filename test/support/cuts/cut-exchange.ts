import { type Frame, FrameReader, isIdle, nameOf, type Request, RequestReader } from './cut-frames.ts';
import type { Link, LinkWatcher } from './cut-relay.ts';

export interface CutPoint {
  /** Such as `2 → Bind`: a message of the exchange's second request, which comes again in every run of it. */
  readonly message: string;
  /** Just before it is forwarded, or once it has arrived. */
  readonly side: 'before' | 'after';
}

/** Everything between two moments in which nothing is open on a connection: one statement, or one transaction. */
export interface Exchange {
  readonly messages: readonly string[];
  readonly statements: readonly string[];
  readonly wasCut: boolean;
}

export interface ClaimedPlan {
  readonly point: CutPoint | null;
  readonly resolve: (exchange: Exchange) => void;
}

export interface ExchangeHost {
  /** The plan, when this request begins the exchange that it waits for. */
  claim(request: Request, isFirst: boolean): ClaimedPlan | null;
  onIdle(isIdle: boolean): void;
  onCut(): void;
}

/** The service's own pool; the queue library has another one, which plays no part in a turn. */
const ownConnection = 'application_name\0parley\0';

/** Forwards the messages of one connection, one by one, and cuts it where a plan says. */
export class ExchangeWatcher implements LinkWatcher {
  readonly #link: Link;
  readonly #host: ExchangeHost;
  readonly #requests = new RequestReader();
  readonly #answers = new FrameReader('server');
  #isOwn = false;
  #isCut = false;
  /** Messages of the open exchange. */
  #count = 0;
  #messages: string[] = [];
  #statements: string[] = [];
  #plan: ClaimedPlan | null = null;

  constructor(link: Link, host: ExchangeHost) {
    this.#link = link;
    this.#host = host;
  }

  onRequest(bytes: Buffer): void {
    for (const request of this.#requests.push(bytes)) {
      this.#isOwn ||= request.text.includes(ownConnection);
      if (this.#isOwn) this.#begin(request);
      for (const frame of request.frames) this.#pass(frame, 'client');
    }
  }

  onAnswer(bytes: Buffer): void {
    for (const frame of this.#answers.push(bytes)) {
      this.#pass(frame, 'server');
      if (isIdle(frame) && this.#isOwn && !this.#isCut) this.#rest();
    }
  }

  onClose(): void {
    this.#host.onIdle(false);
  }

  #begin(request: Request): void {
    this.#host.onIdle(false);
    this.#count += 1;
    this.#statements.push(...(request.statements.length > 0 ? request.statements : ['']));
    this.#plan ??= this.#host.claim(request, this.#count === 1);
  }

  #rest(): void {
    this.#settle(false);
    this.#count = 0;
    this.#messages = [];
    this.#statements = [];
    this.#host.onIdle(true);
  }

  #pass(frame: Frame, from: 'client' | 'server'): void {
    if (this.#isCut) return;
    const message = this.#label(frame, from);
    const point = this.#plan?.point;
    const side = point?.message === message ? point.side : null;
    if (side === 'before') {
      this.#link.reset();
    } else {
      if (from === 'client') this.#link.toServer(frame.bytes);
      else this.#link.toClient(frame.bytes);
      // Requests that a client had sent are carried out although the client is gone.
      if (side === 'after') from === 'client' ? this.#link.leave() : this.#link.reset();
    }
    if (side === null) return;
    this.#isCut = true;
    this.#host.onCut();
    this.#settle(true);
  }

  /** The same message has the same label in every run; rows and parameters are counted. */
  #label(frame: Frame, from: 'client' | 'server'): string {
    const name = `${this.#count} ${from === 'client' ? '→' : '←'} ${nameOf(frame, from)}`;
    const before = this.#messages.filter((message) => message.split(' #')[0] === name).length;
    const label = before === 0 ? name : `${name} #${before + 1}`;
    this.#messages.push(label);
    return label;
  }

  #settle(wasCut: boolean): void {
    this.#plan?.resolve({ messages: this.#messages, statements: this.#statements, wasCut });
    this.#plan = null;
  }
}
