import { Readable } from 'node:stream';
import { setImmediate as nextTask } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/** How long one task of the event loop may be busy with lines. */
const sliceMs = 5;

/**
 * Sends each value as a line of JSON, as fast as the reader takes them, and as a file, so that no browser shows it as a
 * page of this host. A failure cuts the response.
 */
export function sendLines(reply: FastifyReply, values: AsyncIterable<object>, name: string): null {
  void reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.jsonl"`)
    .type('application/x-ndjson; charset=utf-8')
    .send(Readable.from(linesOf(values)));
  return null;
}

/** Rows that are in memory and a socket that takes everything never wait, so other requests get their turn here. */
async function* linesOf(values: AsyncIterable<object>): AsyncGenerator<string, void> {
  let begunAt = performance.now();
  for await (const value of values) {
    yield `${JSON.stringify(value)}\n`;
    if (performance.now() - begunAt < sliceMs) continue;
    await nextTask();
    begunAt = performance.now();
  }
}
