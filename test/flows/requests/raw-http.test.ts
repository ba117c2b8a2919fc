import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { asBytes, exchange, openSocket, readToClose } from '#test/reading/raw-http.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { chatBody, type Partner } from '#test/world/partner.ts';

describe('Requests as bytes', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await openApi();
    partner = await api.partner();
  });
  after(() => api[Symbol.asyncDispose]());

  const head = (method: string, path: string, ...more: string[]) =>
    [
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${partner.key}`,
      ...more,
      '',
      '',
    ].join('\r\n');
  const post = (body: string, ...more: string[]) =>
    head('POST', '/v1/stream', 'Content-Type: application/json', `Content-Length: ${body.length}`, ...more) +
    body;
  const prompt = JSON.stringify(chatBody());

  for (const [name, bytes] of Object.entries({
    'no HTTP': 'hello\r\n\r\n',
    'a TLS hello': Buffer.from('16030100a1010000', 'hex'),
    'a tunnel': 'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'no Host': 'GET /v1/providers HTTP/1.1\r\n\r\n',
    'two lengths':
      'POST /v1/stream HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    'a length and chunks':
      'POST /v1/stream HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'a bad chunk': 'POST /v1/stream HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'headers beyond all measure': `GET /v1/health HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
    'a NUL in a header': 'GET /v1/health HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n',
  })) {
    test(`${name} is answered with 400 and the connection closed for good`, async () => {
      const before = await partner.traces();
      assert.match(await exchange(api.portOf(), bytes), /^HTTP\/1\.1 4\d\d /);
      assert.deepEqual(await partner.traces(), before);
      assert.equal((await partner.send()).status, 200);
    });
  }

  test('a body in chunks is not read in HTTP/1.0, nor anything after it', async () => {
    const chunked = post(prompt, 'Transfer-Encoding: chunked')
      .replace('HTTP/1.1', 'HTTP/1.0')
      .replace(/Content-Length: \d+\r\n/, '')
      .replace(prompt, `${prompt.length.toString(16)}\r\n${prompt}\r\n0\r\n\r\n`);
    const before = await partner.traces();
    const answer = await exchange(api.portOf(), chunked + head('GET', '/v1/providers'));
    assert.match(answer, /^HTTP\/1\.1 400 [\s\S]*"detail":"transfer-encoding needs HTTP\/1\.1\."/);
    assert.equal(answer.match(/^HTTP/gm)?.length, 1);
    assert.deepEqual(await partner.traces(), before);
  });

  test('a client that resets its tunnel ends nothing but that', async () => {
    const socket = openSocket(api.portOf());
    socket.write('CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /"detail":"This server opens no tunnels\."/);
    socket.resetAndDestroy();
    assert.equal((await partner.send()).status, 200);
  });

  test('two Authorization headers are refused, also when they agree', async () => {
    const { key } = await api.partner();
    for (const other of [partner.key, key, 'x']) {
      for (const path of ['/v1/providers', '/v1/health', '/v1/nothing', '/docs']) {
        const answer = await exchange(api.portOf(), head('GET', path, `aUTHORIZATION: Bearer ${other}`));
        assert.match(answer, /^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/, `${path} ${other}`);
      }
    }
  });

  test('an expectation that is not known changes nothing', async () => {
    const answer = await exchange(api.portOf(), post(prompt, 'Expect: 200-ok', 'Connection: close'));
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\nx-request-id: /i);
    assert.ok(answer.includes(asBytes(mockText(1))));
  });

  test('garbage after a request does not disturb its answer', async () => {
    const answer = await exchange(api.portOf(), `${post(prompt)}\0\0 garbage\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 (200|400) /);
    assert.equal((await partner.send()).status, 200);
  });

  test('pipelined requests on one connection are answered in order', async () => {
    const answer = await exchange(
      api.portOf(),
      post(prompt) + head('GET', '/v1/nothing') + post(prompt, 'Connection: close'),
    );
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    assert.deepEqual(statuses, ['200', '404', '200']);
  });

  test('a body in chunks, byte by byte, is read like another', async () => {
    const socket = openSocket(api.portOf());
    socket.setNoDelay(true);
    socket.write(
      head(
        'POST',
        '/v1/stream',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        'Connection: close',
      ),
    );
    for (const character of prompt) socket.write(`1\r\n${character}\r\n`);
    socket.write('0\r\n\r\n');
    const answer = await readToClose(socket);
    assert.match(answer, /^HTTP\/1\.1 200 OK/);
    assert.ok(answer.includes(asBytes(mockText(1))));
  });

  test('a body cut by its sender is no request', async () => {
    const before = await partner.traces();
    const socket = openSocket(api.portOf());
    socket.write(post(prompt).slice(0, -10));
    socket.end();
    assert.doesNotMatch(await readToClose(socket), /200 OK/);
    assert.deepEqual(await partner.traces(), before);
  });

  for (const [name, length] of [
    ['with its length', true],
    ['in chunks', false],
  ] as const) {
    test(`a client that is still writing ten megabytes ${name} can read why they are refused`, async () => {
      const megabyte = 'x'.repeat(1024 * 1024);
      const socket = openSocket(api.portOf());
      socket.write(
        head(
          'POST',
          '/v1/stream',
          'Content-Type: application/json',
          length ? `Content-Length: ${10 * megabyte.length}` : 'Transfer-Encoding: chunked',
        ),
      );
      // Nothing is read until everything is written, as simple clients do.
      for (let count = 0; count < 10; count++) {
        const chunk = length ? megabyte : `100000\r\n${megabyte}\r\n`;
        await new Promise<void>((resolve, reject) =>
          socket.write(chunk, (error) => (error ? reject(error) : resolve())),
        );
      }
      socket.write(length ? '' : '0\r\n\r\n');
      socket.write(head('GET', '/v1/nothing', 'Connection: close'));
      const answer = await readToClose(socket);
      assert.match(answer, /^HTTP\/1\.1 413 /);
      assert.match(answer, /"code":"body_too_large"/);
    });
  }

  test('an endless body is cut', async () => {
    const socket = openSocket(api.portOf());
    socket.write(head('POST', '/v1/stream', 'Content-Type: application/json', 'Transfer-Encoding: chunked'));
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    let written = 0;
    const write = () => {
      while (!socket.destroyed && socket.write(chunk)) written++;
    };
    socket.on('drain', write);
    write();
    await readToClose(socket);
    assert.ok(written < 200, `${written} MiB were taken`);
  });

  test('the same process is there after all of it, without an error in its log', async () => {
    assert.equal((await partner.send()).status, 200);
    assert.doesNotMatch(api.serviceOf().stdout() + api.serviceOf().stderr(), /"level":"(error|fatal)"/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Authorization may be sent once',
    file: 'src/http/server/server.ts',
    replace: "['host', 'authorization']",
    by: "['host']",
  },
  {
    rule: 'An expectation that is not known changes nothing',
    file: 'src/http/server/server.ts',
    replace: "server.on('checkExpectation'",
    by: "server.on('unknownExpectation'",
  },
  {
    rule: 'CONNECT is refused in the form of an error',
    file: 'src/http/server/server.ts',
    replace: "server.on('connect'",
    by: "server.on('tunnel'",
  },
  {
    rule: 'A client that resets its CONNECT does not end the process',
    file: 'src/http/server/server.ts',
    replace: "socket.on('error', () => socket.destroy());",
    by: '',
  },
  {
    rule: 'What is still sent of a refused body has an end',
    file: 'src/http/server/rest-of-body.ts',
    replace: 'if (!isOver && isTooMuch) socket.destroy();',
    by: '',
  },
  {
    rule: 'HTTP/1.0 has no chunks',
    file: 'src/http/server/server.ts',
    replace: "headers['transfer-encoding'] !== undefined &&",
    by: 'headers.te !== undefined &&',
  },
];
