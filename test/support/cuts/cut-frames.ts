/** One message of PostgreSQL's protocol, as it came. */
export interface Frame {
  /** Its type byte; empty for the first message of a connection, which has none. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** What a client sends at once, up to the point where it waits for answers. */
export interface Request {
  readonly frames: readonly Frame[];
  /** The names of the statements that it prepares or runs, in order. */
  readonly statements: readonly string[];
  /** Everything in it, to look for values. */
  readonly text: string;
}

/** Splits a stream of bytes into messages: a type byte, and a length that counts itself. */
export class FrameReader {
  #rest = Buffer.alloc(0);
  #untyped: boolean;

  constructor(side: 'client' | 'server') {
    this.#untyped = side === 'client';
  }

  push(bytes: Buffer): Frame[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const frames: Frame[] = [];
    for (let frame = this.#take(); frame !== null; frame = this.#take()) frames.push(frame);
    return frames;
  }

  #take(): Frame | null {
    const typeLength = this.#untyped ? 0 : 1;
    if (this.#rest.length < typeLength + 4) return null;
    const length = typeLength + this.#rest.readInt32BE(typeLength);
    if (this.#rest.length < length) return null;
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#untyped = false;
    return { type: bytes.toString('latin1', 0, typeLength), bytes };
  }
}

/** After these a client waits for answers: the start, a password, a simple query, a sync. */
const lastOfRequest = new Set(['', 'p', 'Q', 'S', 'X']);

/** Assembles a client's messages into requests, and remembers the text of prepared statements. */
export class RequestReader {
  readonly #frames = new FrameReader('client');
  readonly #statements = new Map<string, string>();
  #open: Frame[] = [];

  push(bytes: Buffer): Request[] {
    const requests: Request[] = [];
    for (const frame of this.#frames.push(bytes)) {
      this.#open.push(frame);
      if (!lastOfRequest.has(frame.type)) continue;
      requests.push(this.#request(this.#open));
      this.#open = [];
    }
    return requests;
  }

  #request(frames: readonly Frame[]): Request {
    const text = Buffer.concat(frames.map(({ bytes }) => bytes)).toString('utf8');
    return { frames, statements: frames.flatMap((frame) => this.#sqlOf(frame) || []), text };
  }

  #sqlOf({ type, bytes }: Frame): string {
    const [first = '', second = ''] = bytes.toString('utf8', 5).split('\0');
    switch (type) {
      case 'Q':
        return first;
      case 'P':
        this.#statements.set(first, second);
        return '';
      case 'B':
        return this.#statements.get(second) ?? '';
      default:
        return '';
    }
  }
}

/** The status byte of a ReadyForQuery: no transaction is open. */
export function isIdle({ type, bytes }: Frame): boolean {
  return type === 'Z' && bytes.toString('latin1', 5, 6) === 'I';
}

const clientNames: Readonly<Record<string, string>> = {
  '': 'Startup',
  p: 'Password',
  Q: 'Query',
  P: 'Parse',
  B: 'Bind',
  D: 'Describe',
  E: 'Execute',
  S: 'Sync',
};

const serverNames: Readonly<Record<string, string>> = {
  R: 'Authentication',
  S: 'ParameterStatus',
  K: 'BackendKeyData',
  1: 'ParseComplete',
  2: 'BindComplete',
  n: 'NoData',
  T: 'RowDescription',
  D: 'DataRow',
  C: 'CommandComplete',
  Z: 'ReadyForQuery',
};

export function nameOf({ type }: Frame, side: 'client' | 'server'): string {
  return (side === 'client' ? clientNames : serverNames)[type] ?? type;
}
