import type { Socket } from 'node:net';
import { openSocket, readToClose } from '#test/reading/raw-http.ts';

export interface LateRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; only its first byte is sent along with the head. */
  readonly body: string;
}

/** A request whose head and first byte have been sent. */
export interface BegunRequest {
  /** Sends the rest. Resolves with the status and the code of the answer. */
  finish(): Promise<readonly [number, string | null]>;
}

export async function beginRequest(port: number, request: LateRequest): Promise<BegunRequest> {
  const { method, path, host, headers, body } = request;
  const bytes = Buffer.from(body);
  const fields = {
    host,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headers,
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = openSocket(port);
  await sent(socket, `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body.slice(0, 1)}`);
  return {
    finish: async () => {
      const answer = readToClose(socket);
      await sent(socket, body.slice(1));
      return readAnswer(await answer);
    },
  };
}

function sent(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

function readAnswer(text: string): readonly [number, string | null] {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
  return [status, /"code":"(\w+)"/.exec(text)?.[1] ?? null];
}
