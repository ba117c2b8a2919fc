/** Called for one response at a time; `onEnd` says that the connection may be reused. */
export interface ResponseListener {
  onHead(status: number): void;
  onBody(bytes: Buffer): void;
  onEnd(): void;
}

type State = 'head' | 'length' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailer';

/**
 * Reads HTTP/1.1 responses from a socket. It supports only what a load needs: a content length or chunks, no upgrade,
 * no body that ends with the connection. It is cheaper than node:http, so that the load takes less of a shared
 * machine.
 */
export class ResponseReader {
  readonly #listener: ResponseListener;
  #state: State = 'head';
  #line = '';
  #remaining = 0;

  constructor(listener: ResponseListener) {
    this.#listener = listener;
  }

  feed(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      at = this.#hasBytes() ? this.#takeBytes(bytes, at) : this.#takeLine(bytes, at);
    }
  }

  #hasBytes(): boolean {
    return this.#state === 'length' || this.#state === 'chunk';
  }

  #takeBytes(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#remaining);
    this.#remaining -= end - at;
    this.#listener.onBody(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
    if (this.#remaining === 0) this.#afterBytes();
    return end;
  }

  #afterBytes(): void {
    if (this.#state === 'chunk') this.#state = 'chunk-end';
    else this.#finish();
  }

  /** A head is collected whole, every other state reads one line. */
  #takeLine(bytes: Buffer, at: number): number {
    const newline = bytes.indexOf(10, at);
    const end = newline === -1 ? bytes.length : newline + 1;
    this.#line += bytes.toString('latin1', at, end);
    if (newline !== -1) this.#lineIsComplete();
    return end;
  }

  #lineIsComplete(): void {
    if (this.#state === 'head') {
      if (this.#line.endsWith('\r\n\r\n')) this.#readHead(this.#clear());
      return;
    }
    const line = this.#clear().trim();
    if (this.#state === 'chunk-size') this.#readChunkSize(line);
    else if (this.#state === 'chunk-end') this.#state = 'chunk-size';
    else if (line === '') this.#finish();
  }

  #clear(): string {
    const line = this.#line;
    this.#line = '';
    return line;
  }

  #readHead(head: string): void {
    this.#listener.onHead(Number(head.slice(9, 12)));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined && !/\r\ntransfer-encoding: *chunked/i.test(head)) {
      throw new Error('a response without framing');
    }
    this.#remaining = Number(length ?? 0);
    this.#state = length === undefined ? 'chunk-size' : 'length';
    if (length === '0') this.#finish();
  }

  #readChunkSize(line: string): void {
    this.#remaining = Number.parseInt(line, 16);
    if (!Number.isInteger(this.#remaining)) throw new Error('a chunk size that is no number');
    this.#state = this.#remaining === 0 ? 'trailer' : 'chunk';
  }

  #finish(): void {
    this.#state = 'head';
    this.#listener.onEnd();
  }
}
