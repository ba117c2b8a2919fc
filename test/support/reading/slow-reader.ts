import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface SlowReader {
  /** Takes this many bytes, pauses, and so on to the end, clean or not; resolves with how many arrived. */
  readInSteps(bytes: number, pauseMs: number): Promise<number>;
  leave(): void;
}

/** Sends a prompt over a bare socket, and reads nothing of the answer unless instructed. */
export function openSlowReader(port: number, key: string, body: object): SlowReader {
  const socket = connect(port, '127.0.0.1');
  const json = JSON.stringify(body);
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(
    'POST /v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n' +
      `Authorization: Bearer ${key}\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );
  return {
    leave: () => void socket.destroy(),
    async readInSteps(bytes, pauseMs) {
      let read = 0;
      let step = 0;
      try {
        for await (const chunk of socket) {
          read += chunk.length;
          step += chunk.length;
          if (step < bytes) continue;
          step = 0;
          await delay(pauseMs);
        }
      } catch {
        // Cut.
      }
      return read;
    },
  };
}
