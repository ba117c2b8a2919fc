import { createEventParser, type ServerEvent } from './event-parser.ts';

/** The server sends something every 15 s; a connection that is silent for this long is dead. */
const silenceMs = 40_000;

/** How long a response may still take to end once its last event is there. */
const endingMs = 5_000;

/**
 * Reads server-sent events to the end of the response. Rejects when the connection breaks or falls silent, and
 * returns early when `onEvent` returns true.
 */
export async function readEvents(
  response: Response,
  onEvent: (event: ServerEvent) => boolean,
): Promise<void> {
  keepListed(response);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let finished = false;
  const feed = createEventParser((event) => {
    if (!finished) finished = onEvent(event);
  });
  try {
    while (!finished) {
      const { done, value } = await within(reader.read(), silenceMs);
      if (done) return;
      feed(value);
    }
    void readToEnd(reader);
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

/**
 * Chromium 153 lists most responses with `Cache-Control: no-store` as cancelled that a reader has read to the end, but
 * none of which there was another copy, for however short a time.
 */
function keepListed(response: Response): void {
  response
    .clone()
    .body?.cancel()
    .catch(() => undefined);
}

/** A browser lists a response that was given up as failed, although its last event is there. */
async function readToEnd(reader: ReadableStreamDefaultReader<string>): Promise<void> {
  try {
    while (!(await within(reader.read(), endingMs)).done);
  } catch {
    reader.cancel().catch(() => undefined);
  }
}

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the connection fell silent')), milliseconds);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
