/** One event of a `text/event-stream`. */
export interface ServerEvent {
  readonly type: string;
  readonly data: string;
  /** The last id that was sent, with this event or before it. */
  readonly id: string;
}

/** How one response is read. */
export interface ReadLimits {
  /** The service sends something every 15 s; a connection that is silent for longer than this is dead. */
  readonly silenceMs: number;
  /**
   * How long a response may take to end after its last event; 0 cancels it at once. A browser lists a response that
   * was cancelled as failed, although its last event is there.
   */
  readonly endingMs: number;
  /** Called with the reason of a premature end: the connection broke, or was silent for too long. */
  readonly onBreak: (reason: unknown) => void;
}

/** The events of one response, to the last one of its answer, or until the response ends, breaks or falls silent. */
export async function* readEvents({ body }: Response, limits: ReadLimits): AsyncGenerator<ServerEvent, void> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parse = createEventParser();
  let isOver = false;
  try {
    while (!isOver) {
      const chunk = await readChunk(reader, limits.silenceMs, limits.onBreak);
      if (chunk === undefined) return;
      for (const event of parse(decoder.decode(chunk, { stream: true }))) {
        isOver = isLast(event);
        yield event;
        if (isOver) return;
      }
    }
  } finally {
    if (isOver && limits.endingMs > 0) void readToEnd(reader, limits);
    else release(reader);
  }
}

/** Whether an answer has ended with this event. */
export function isLast({ type }: ServerEvent): boolean {
  return type === 'done' || type === 'error';
}

/**
 * Parses the text of an event stream, split anywhere, also inside a line break. An event is complete at its empty line;
 * one that was cut is never returned.
 */
export function createEventParser(): (text: string) => readonly ServerEvent[] {
  let rest = '';
  let id = '';
  let type = '';
  let data: string[] = [];
  return (text) => {
    const events: ServerEvent[] = [];
    // A CR at the end may be half of a CRLF, so it waits for what follows.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, name, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (name === 'data') data.push(value);
      else if (name === 'event') type = value;
      else if (name === 'id' && !value.includes('\0')) id = value;
      else if (line === '') {
        if (data.length > 0) events.push({ type, data: data.join('\n'), id });
        type = '';
        data = [];
      }
    }
    return events;
  };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Undefined after the end, whatever its cause. Only the wait counts as silence, not a slow consumer. */
async function readChunk(
  reader: Reader,
  silenceMs: number,
  onBreak: ReadLimits['onBreak'],
): Promise<Uint8Array | undefined> {
  const timer = setTimeout(() => {
    onBreak(new Error(`nothing came for ${silenceMs} ms`));
    release(reader);
  }, silenceMs);
  try {
    return (await reader.read()).value;
  } catch (error) {
    onBreak(error);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function readToEnd(reader: Reader, { endingMs, onBreak }: ReadLimits): Promise<void> {
  while ((await readChunk(reader, endingMs, onBreak)) !== undefined);
}

function release(reader: Reader): void {
  reader.cancel().catch(() => undefined);
}
