/** One event of a `text/event-stream`. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  /** The last id that was sent, with this event or before it. */
  readonly id: string;
}

export interface BodyLimits {
  readonly idleTimeoutMs: number;
  /** Called with the reason of a premature end: the connection broke, or was silent for too long. */
  readonly onBreak?: (error: unknown) => void;
}

/**
 * The events of one body. It ends when the body ends, breaks, or is silent for too long. An event ends at an empty
 * line; one that was cut is never yielded.
 */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array>,
  limits: BodyLimits,
): AsyncGenerator<ServerEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = new ServerEventParser();
  try {
    for (;;) {
      const chunk = await readChunk(reader, limits);
      if (chunk === undefined) return;
      yield* parser.push(decoder.decode(chunk, { stream: true }));
    }
  } finally {
    release(reader);
  }
}

/** Takes text that was split anywhere, including inside line breaks. */
export class ServerEventParser {
  #rest = '';
  #data: string[] = [];
  #name = '';
  #id = '';

  push(text: string): ServerEvent[] {
    // A CR at the end may be half of a CRLF, so it waits for what follows.
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#takeLine(line) ?? []);
  }

  #takeLine(line: string): ServerEvent | null {
    if (line === '') return this.#dispatch();
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#name = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    return null;
  }

  #dispatch(): ServerEvent | null {
    const event = { name: this.#name || 'message', data: this.#data.join('\n'), id: this.#id };
    const isEmpty = this.#data.length === 0;
    this.#data = [];
    this.#name = '';
    return isEmpty ? null : event;
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Undefined after the end, whatever its cause. Only the wait counts as silence, not a slow consumer. */
async function readChunk(
  reader: Reader,
  { idleTimeoutMs, onBreak }: BodyLimits,
): Promise<Uint8Array | undefined> {
  const timer = setTimeout(() => {
    onBreak?.(new Error(`nothing came for ${idleTimeoutMs} ms`));
    release(reader);
  }, idleTimeoutMs);
  try {
    return (await reader.read()).value;
  } catch (error) {
    onBreak?.(error);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function release(reader: Reader): void {
  reader.cancel().catch(() => undefined);
}
