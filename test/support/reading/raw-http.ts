import { connect, type Socket } from 'node:net';

/**
 * Writes bytes as they are, and resolves with everything received once the other side has closed, one character for
 * each byte.
 */
export async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = openSocket(port);
  socket.write(bytes);
  return readToClose(socket);
}

export function openSocket(port: number): Socket {
  // Half-open: our side stays open until the service closes for good.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  return socket;
}

export async function readToClose(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  await new Promise<void>((resolve) => {
    socket.once('end', resolve);
    socket.once('close', () => resolve());
  });
  socket.destroy();
  return text;
}

/** A text as what was received has it. */
export function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
