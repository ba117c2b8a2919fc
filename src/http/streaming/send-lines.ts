import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

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

async function* linesOf(values: AsyncIterable<object>): AsyncGenerator<string, void> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}
