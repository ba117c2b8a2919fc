import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createLog } from '#adapters/log.ts';
import { Hosts } from '#http/server/hosts.ts';
import { createServer } from '#http/server/server.ts';
import type { Break } from '#test/break.ts';
import { openSocket, readToClose } from '#test/reading/raw-http.ts';
import { silentTelemetry } from '#test/world/silent-telemetry.ts';

const head =
  'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';

describe('A request that arrives slowly', () => {
  let app: FastifyInstance;
  let port: number;
  beforeEach(async () => {
    app = createServer({
      hosts: new Hosts('http://localhost'),
      log: createLog({ level: 'silent' }),
      telemetry: silentTelemetry().requests,
      readerStallMs: 30_000,
    });
    for (const path of ['echo', 'openai/v1/echo']) app.post(`/@api/${path}`, async ({ body }) => ({ body }));
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterEach(() => app.close());

  const isTimeout =
    /HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*cache-control: no-store\r\nx-request-id: [\s\S]*"code":"request_timeout"[^}]*\}$/;

  test('has 10 seconds for its head and 30 for all of it', () => {
    assert.deepEqual([app.server.headersTimeout, app.server.requestTimeout], [10_000, 30_000]);
  });

  test('is refused with 408 when its head takes too long, however long the whole may take', async () => {
    app.server.headersTimeout = 100;
    const socket = openSocket(port);
    socket.write(head.slice(0, -2));
    assert.match(await readToClose(socket), isTimeout);
  });

  test('is refused with 408 when the whole takes too long, and closed', async () => {
    app.server.headersTimeout = 50;
    app.server.requestTimeout = 100;
    const socket = openSocket(port);
    socket.write(`${head}{`);
    assert.match(await readToClose(socket), isTimeout);
  });

  test('is refused in the form of its path', async () => {
    app.server.headersTimeout = 50;
    app.server.requestTimeout = 100;
    const socket = openSocket(port);
    socket.write(`${head.replace('/echo', '/openai/v1/echo')}{`);
    const answer = await readToClose(socket);
    assert.match(answer, /content-type: application\/json\r\n[\s\S]*\r\n\r\n\{"error":\{"message":/);
    assert.match(answer, /"code":"request_timeout"/);
  });

  test('is refused in the same way after another one, which keeps its answer', async () => {
    app.server.headersTimeout = 500;
    app.server.requestTimeout = 1_000;
    const socket = openSocket(port);
    socket.write(`${head}{}${head}{`);
    const answer = await readToClose(socket);
    assert.match(answer, /^HTTP\/1\.1 200 OK[\s\S]*\{"body":\{\}\}HTTP\/1\.1 408 /);
    assert.match(answer, isTimeout);
  });

  test('is answered when it is in time, and the connection may then be idle for longer', async () => {
    const socket = openSocket(port).setEncoding('latin1');
    socket.write(`${head}{}`);
    await once(socket, 'data');
    app.server.headersTimeout = 100;
    app.server.requestTimeout = 100;
    // The time of all connections is checked at once: a later one that exceeds it proves that this one was spared.
    const slow = openSocket(port);
    slow.write(head);
    assert.match(await readToClose(slow), isTimeout);
    socket.end(`${head}{}`);
    assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 200 OK/);
  });

  test('is none where not a byte was sent: the connection is closed without a word', async () => {
    app.server.headersTimeout = 100;
    assert.equal(await readToClose(openSocket(port)), '');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A late request is refused in the form of its path',
    file: 'src/http/server/unreadable.ts',
    replace: "owed?.req.url ?? ''",
    by: "''",
  },
  {
    rule: 'A request has ten seconds for its head',
    file: 'src/http/server/server.ts',
    replace: 'headersTimeout: limits.requestMs.head,',
    by: '',
  },
  {
    rule: 'A request that arrives slowly is refused with 408',
    file: 'src/http/server/unreadable.ts',
    replace: 'return errors.requestTimeout();',
    by: "return errors.badRequest('slow');",
  },
  {
    rule: 'A connection that sent nothing is closed without a word',
    file: 'src/http/server/unreadable.ts',
    replace: 'socket.bytesRead === 0',
    by: 'socket.bytesRead < 0',
  },
  {
    rule: 'No refusal of what is not readable as HTTP is cached',
    file: 'src/http/server/unreadable.ts',
    replace: 'cache-control: no-store\\r\\n',
    by: '',
  },
];
