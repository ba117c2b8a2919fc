import { Readable } from 'node:stream';
import { setImmediate as nextTask } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { type CsvRow, csv } from '#contract/shared/csv.ts';

/** How long one task of the event loop may be busy with lines. */
const sliceMs = 5;

/** Sends each value as a line of JSON. */
export function sendLines(reply: FastifyReply, values: AsyncIterable<object>, name: string): null {
  const lines = linesOf(values, (value) => `${JSON.stringify(value)}\n`);
  return sendFile(reply, lines, `${name}.jsonl`, 'application/x-ndjson');
}

/** Sends each row as one of a table. */
export function sendRows(reply: FastifyReply, rows: AsyncIterable<CsvRow>, name: string): null {
  const lines = linesOf(rows, (row) => csv([row]));
  return sendFile(reply, lines, `${name}.csv`, 'text/csv');
}

/**
 * Sends text as fast as the reader takes it, and as a file, so that no browser shows it as a page of this host. A
 * failure cuts the response.
 */
function sendFile(reply: FastifyReply, lines: AsyncIterable<string>, name: string, type: string): null {
  void reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(`${type}; charset=utf-8`)
    .send(Readable.from(lines));
  return null;
}

/** Rows that are in memory and a socket that takes everything never wait, so other requests get their turn here. */
async function* linesOf<T>(
  values: AsyncIterable<T>,
  write: (value: T) => string,
): AsyncGenerator<string, void> {
  let begunAt = performance.now();
  for await (const value of values) {
    yield write(value);
    if (performance.now() - begunAt < sliceMs) continue;
    await nextTask();
    begunAt = performance.now();
  }
}
