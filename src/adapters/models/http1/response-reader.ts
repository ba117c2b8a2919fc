/** By their names in small letters; a list where a header came more than once. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Is called with the parts of a response, synchronously and in order. */
export interface ResponseListener {
  /** A head with a status of 200 or more. */
  onHead(status: number, headers: Headers): void;
  /** The bytes are valid during the call only. */
  onBody(bytes: Buffer): void;
}

/** The server does not keep to HTTP/1.1, or closed its connection within a response. */
export class ResponseError extends Error {
  readonly code: 'INVALID_RESPONSE' | 'RESPONSE_CUT_OFF';

  constructor(code: ResponseError['code'], what: string) {
    super(what);
    this.code = code;
  }
}

/** What comes next. `close`: a body that only the end of the connection ends. */
type State = 'status' | 'headers' | 'size' | 'chunk' | 'chunk end' | 'trailers' | 'sized' | 'close' | 'done';

/** In bytes, of a head, the trailers or the size of a chunk with its extensions; as Node's own limit. */
const longestHead = 16 * 1024;

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t -~\x80-\xff]*)?$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\t -~\x80-\xff]*)$/;
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const chunkSize = new RegExp(`^([0-9A-Fa-f]+)(?:;${token}(?:=(?:${token}|"[\\t !#-\\[\\]-~]*"))?)*$`);

/**
 * Reads one response of HTTP/1.1 (RFC 9112) from bytes that are split anywhere. It is strict: what two readers could
 * understand in two ways is an error, because the rest of the connection would then be read wrongly.
 */
export class ResponseReader {
  readonly #listener: ResponseListener;
  #state: State = 'status';
  /** The beginning of a line whose end has not arrived. */
  #partial = '';
  #headBytes = 0;
  #isOlder = false;
  #status = 0;
  #headers: Record<string, string | string[] | undefined> = Object.create(null);
  /** Bytes of the body or the chunk that are still to come. */
  #left = 0;
  /** How long the connection may be kept; 0 when it cannot be used again, null when the server does not say. */
  keepMs: number | null = null;

  constructor(listener: ResponseListener) {
    this.#listener = listener;
  }

  get isDone(): boolean {
    return this.#state === 'done';
  }

  /** Returns how many of the bytes belong to the response. Throws a `ResponseError`. */
  push(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length && this.#state !== 'done') {
      at = this.#readsBody() ? this.#pushBody(bytes, at) : this.#pushLine(bytes, at);
    }
    return at;
  }

  /** The connection has ended. */
  end(): void {
    if (this.#state === 'close') this.#state = 'done';
    if (this.#state !== 'done') throw new ResponseError('RESPONSE_CUT_OFF', 'the connection ended too early');
  }

  #readsBody(): boolean {
    return this.#state === 'chunk' || this.#state === 'sized' || this.#state === 'close';
  }

  #pushBody(bytes: Buffer, at: number): number {
    const end = this.#state === 'close' ? bytes.length : Math.min(bytes.length, at + this.#left);
    this.#left -= end - at;
    // Settled before the listener is called, which may look at it.
    if (this.#left === 0 && this.#state === 'sized') this.#state = 'done';
    if (this.#left === 0 && this.#state === 'chunk') this.#state = 'chunk end';
    this.#listener.onBody(bytes.subarray(at, end));
    return end;
  }

  #pushLine(bytes: Buffer, at: number): number {
    const found = bytes.indexOf(0x0a, at);
    const end = found === -1 ? bytes.length : found + 1;
    this.#headBytes += end - at;
    if (this.#headBytes > longestHead) throw invalid('a head longer than 16 KiB');
    const line = this.#partial + bytes.toString('latin1', at, end);
    if (found === -1) {
      // Another protocol may never end a line.
      if (this.#state === 'status' && !'HTTP/'.startsWith(line.slice(0, 5))) throw invalid('no status line');
      this.#partial = line;
    } else {
      this.#partial = '';
      if (!line.endsWith('\r\n')) throw invalid('a line without its end');
      this.#onLine(line.slice(0, -2));
    }
    return end;
  }

  #onLine(line: string): void {
    switch (this.#state) {
      case 'status':
        this.#onStatus(line);
        break;
      case 'headers':
        if (line === '') this.#onHeadEnd();
        else this.#onHeader(line);
        break;
      case 'size':
        this.#onChunkSize(line);
        break;
      case 'chunk end':
        if (line !== '') throw invalid('a chunk longer than its size');
        this.#enter('size');
        break;
      case 'trailers':
        if (line === '') this.#enter('done');
        else if (!headerLine.test(line)) throw invalid('a trailer that is none');
        break;
    }
  }

  #enter(state: State): void {
    this.#state = state;
    this.#headBytes = 0;
  }

  #onStatus(line: string): void {
    const [, minor, status] = statusLine.exec(line) ?? [];
    if (status === undefined) throw invalid('no status line');
    this.#isOlder = minor === '0';
    this.#status = Number(status);
    this.#headers = Object.create(null);
    // Its bytes count with those of the headers.
    this.#state = 'headers';
  }

  #onHeader(line: string): void {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) throw invalid('a header that is none');
    const key = name.toLowerCase();
    const earlier = this.#headers[key];
    const trimmed = value.trimEnd();
    this.#headers[key] = earlier === undefined ? trimmed : [earlier, trimmed].flat();
  }

  #onHeadEnd(): void {
    if (this.#status === 101) throw invalid('another protocol that nobody asked for');
    if (this.#status < 200) {
      this.#enter('status');
      return;
    }
    this.#enter(this.#bodyState());
    this.keepMs = this.#state === 'close' ? 0 : this.#keepMs();
    this.#listener.onHead(this.#status, this.#headers);
  }

  #bodyState(): State {
    const coding = this.#headers['transfer-encoding'];
    const length = this.#headers['content-length'];
    if (coding !== undefined && length !== undefined) throw invalid('a length and a transfer coding');
    if (this.#status === 204 || this.#status === 304) return 'done';
    if (coding !== undefined) {
      if (this.#isOlder || String(coding).toLowerCase() !== 'chunked') throw invalid('an unknown coding');
      return 'size';
    }
    if (length === undefined) return 'close';
    if (typeof length !== 'string' || !/^\d{1,15}$/.test(length)) throw invalid('a length that is none');
    this.#left = Number(length);
    return this.#left === 0 ? 'done' : 'sized';
  }

  #keepMs(): number | null {
    if (this.#isOlder || /\bclose\b/i.test(String(this.#headers['connection'] ?? ''))) return 0;
    const [, seconds] = /\btimeout=(\d{1,6})\b/i.exec(String(this.#headers['keep-alive'] ?? '')) ?? [];
    return seconds === undefined ? null : Number(seconds) * 1_000;
  }

  #onChunkSize(line: string): void {
    const [, digits] = chunkSize.exec(line) ?? [];
    const size = Number.parseInt(digits ?? '', 16);
    if (!Number.isSafeInteger(size)) throw invalid('a chunk without a size');
    this.#left = size;
    this.#enter(size === 0 ? 'trailers' : 'chunk');
  }
}

function invalid(what: string): ResponseError {
  return new ResponseError('INVALID_RESPONSE', what);
}
