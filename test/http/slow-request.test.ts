import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '#adapters/log.ts';
import { Hosts } from '#http/hosts.ts';
import { createServer } from '#http/server.ts';
import { openSocket, readToClose } from '#test/raw-http.ts';

const timeoutMs = 100;

for (const [name, bytes] of Object.entries({
  'headers that never end': 'POST / HTTP/1.1\r\nHost: localhost\r\n',
  'a body that never comes': 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n1',
})) {
  test(`a request with ${name} is told that it took too long, and closed`, async () => {
    await using app = createServer({
      hosts: new Hosts('http://localhost'),
      log: createLog({ level: 'silent' }),
      readerStallMs: 30_000,
    });
    app.post('/*', () => assert.fail('it was taken for complete'));
    assert.equal(app.server.requestTimeout, 30_000);
    app.server.requestTimeout = timeoutMs;
    app.server.headersTimeout = timeoutMs;
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = openSocket(Number(new URL(address).port));
    socket.write(bytes);
    const answer = await readToClose(socket);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /took too long/);
  });
}
