import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ModelError } from '#core/models/model-error.ts';
import type { ModelProvider } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { until } from '#test/reading/until.ts';
import { brokenFramings, closingFramings, event, sized, wholeFramings } from './framings.ts';
import { type Asked, ask, testProvider } from './provider-factory.ts';
import { head, type RawServer, rawServer } from './raw-server.ts';

describe('an answer that is framed by', () => {
  for (const [name, bytes] of Object.entries(wholeFramings)) {
    it(`${name} is whole, and so is the next`, async () => {
      await using server = await answersFirst((socket) => socket.write(bytes, 'latin1'));
      await asksTwice(server, (first) => assertWhole(first, 'Hi.'));
    });
  }

  for (const [name, bytes] of Object.entries(closingFramings)) {
    it(`${name} is whole, and the next has a connection of its own`, async () => {
      await using server = await answersFirst((socket) => socket.end(bytes, 'latin1'));
      await asksTwice(server, (first) => assertWhole(first, 'Hi.'));
      assert.equal(server.connections, 2);
    });
  }

  for (const [name, { bytes, closes, text, kind }] of Object.entries(brokenFramings)) {
    it(`${name} is none, and may be asked for again`, async () => {
      await using server = await answersFirst((socket) => {
        socket.write(bytes, 'latin1');
        if (closes) socket.end();
      });
      await asksTwice(server, (first) => {
        assert.equal(first.text, text);
        assertFailed(first.error, kind);
      });
    });
  }
});

describe('a connection to a provider', () => {
  it('that says something between two requests answers none of them', async () => {
    const asked = Promise.withResolvers<Socket>();
    await using server = await answersFirst((socket) => {
      socket.write(sized('Hi.'));
      asked.resolve(socket);
    });
    await using test = testProvider(server.origin);
    assertWhole(await ask(test.provider), 'Hi.');
    (await asked.promise).write(sized('Not asked for.'));
    // Before an idle connection is closed, which is after four seconds.
    await until(() => server.openSockets === 0, 3);
    assertWhole(await ask(test.provider), 'Next.');
  });

  it('that says more than it was asked is not used again', async () => {
    await using server = await answersFirst((socket) => socket.write(sized('Hi.') + sized('Not asked for.')));
    await asksTwice(server, (first) => assertWhole(first, 'Hi.'));
    assert.equal(server.connections, 2);
  });

  it('that closes as it is used again fails the call, which may be asked again', async () => {
    const used = new WeakSet<Socket>();
    await using server = await rawServer((socket) => {
      if (used.has(socket)) socket.destroy();
      else socket.write(sized('Hi.'));
      used.add(socket);
    });
    await using test = testProvider(server.origin);
    const asked = await askTimes(6, test.provider);
    const failed = asked.filter(({ error }) => error !== null);
    assert.ok(failed.length > 0 && failed.length < 6, `${failed.length} failed`);
    for (const { error } of failed) assertFailed(error, 'unavailable');
  });

  it('is not used again where the server is about to close it', async () => {
    const soon = sized('Hi.').replace('\r\n', '\r\nkeep-alive: timeout=2\r\n');
    await using server = await rawServer((socket) => socket.write(soon));
    await using test = testProvider(server.origin);
    for (const asked of await askTimes(5, test.provider)) assertWhole(asked, 'Hi.');
    assert.equal(server.connections, 5);
  });

  it('is closed before the server would close it', async () => {
    const soon = sized('Hi.').replace('\r\n', '\r\nkeep-alive: timeout=3\r\n');
    await using server = await rawServer((socket) => socket.write(soon));
    await using test = testProvider(server.origin);
    assertWhole(await ask(test.provider), 'Hi.');
    const since = performance.now();
    await until(() => server.openSockets === 0);
    const tookMs = performance.now() - since;
    assert.ok(tookMs > 900 && tookMs < 3_000, `closed after ${Math.round(tookMs)} ms`);
  });

  it('that gives hints without end is cut by the time limit', async () => {
    await using server = await rawServer((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    await using test = testProvider(server.origin, 'openai', { firstByteMs: 100 });
    assertFailed((await ask(test.provider)).error, 'timeout');
  });

  it('that stops, as do a thousand others, ends with each call', async () => {
    await using server = await rawServer((socket) => socket.write(head('text/event-stream') + event('Half')));
    await using test = testProvider(server.origin, 'openai', { idleMs: 500 });
    const asked = await Promise.all(Array.from({ length: 1_000 }, () => ask(test.provider)));
    for (const { text, error } of asked) {
      assert.equal(text, 'Half');
      assertFailed(error, 'timeout');
    }
    await until(() => server.openSockets === 0);
  });

  it('may lead to an address of IPv6', async () => {
    await using server = await rawServer((socket) => socket.write(sized('Hi.')));
    const port = new URL(server.origin).port;
    await using test = testProvider(`http://[::ffff:127.0.0.1]:${port}`);
    assertWhole(await ask(test.provider), 'Hi.');
    assert.match(server.requests[0] ?? '', new RegExp(`host: \\[::ffff:7f00:1\\]:${port}\r\n`, 'i'));
  });

  it('carries a header as bytes, whatever the encoding of the prompt', async () => {
    await using server = await rawServer((socket) => socket.write(sized('Hi.')));
    const headers = { 'x-title': 'Grüße' };
    await using test = testProvider(server.origin, 'openai', {}, 'key', headers);
    assertWhole(await ask(test.provider, { instructions: { stable: 'Grüße 👋', personal: '' } }), 'Hi.');
    assert.match(server.requests[0] ?? '', /x-title: Grüße\r\n/);
  });
});

/** With a key that was made for these tests: `openssl ca -selfsign`, for the name localhost, until 2120. */
const fixtures = new URL('../../fixtures/tls/', import.meta.url);
const certificate = {
  key: readFileSync(new URL('localhost.key', fixtures)),
  cert: readFileSync(new URL('localhost.crt', fixtures)),
};

describe('a provider behind TLS', () => {
  const answer = () => rawServer((socket) => socket.write(sized('Hi.')), certificate);

  it('is known by its name, and keeps its connection', async () => {
    using _ = trusting(certificate.cert);
    await using server = await answer();
    await using test = testProvider(server.origin.replace('127.0.0.1', 'localhost'));
    for (const asked of await askTimes(5, test.provider)) assertWhole(asked, 'Hi.');
    // One idle connection, and one whose response is just ending.
    assert.ok(server.connections <= 2, `${server.connections} connections`);
    assert.deepEqual(new Set(server.names), new Set(['localhost']));
  });

  it('with the name of another is told nothing', async () => {
    using _ = trusting(certificate.cert);
    await using server = await answer();
    await using test = testProvider(server.origin);
    const { error } = await ask(test.provider);
    assertFailed(error, 'unavailable');
    assert.match(String(error), /ERR_TLS_CERT_ALTNAME_INVALID/);
    assert.deepEqual(server.requests, []);
  });

  it('with a certificate that nobody vouches for is told nothing', async () => {
    await using server = await answer();
    await using test = testProvider(server.origin.replace('127.0.0.1', 'localhost'));
    const { error } = await ask(test.provider);
    assertFailed(error, 'unavailable');
    assert.match(String(error), /SELF_SIGNED/);
    assert.deepEqual(server.requests, []);
  });

  it('that breaks off leaves its text', async () => {
    using _ = trusting(certificate.cert);
    await using server = await rawServer((socket) => {
      socket.end(head('text/event-stream') + event('Half'));
    }, certificate);
    await using test = testProvider(server.origin.replace('127.0.0.1', 'localhost'));
    const { text, error } = await ask(test.provider);
    assert.equal(text, 'Half');
    assertFailed(error, 'rejected');
  });
});

/** A server whose first answer is `answer`, and every further one the same good one. */
function answersFirst(answer: Parameters<typeof rawServer>[0]): Promise<RawServer> {
  let asked = 0;
  return rawServer((socket, request) => {
    asked += 1;
    if (asked === 1) answer(socket, request);
    else socket.write(sized('Next.'));
  });
}

async function asksTwice(server: RawServer, check: (first: Asked) => void): Promise<void> {
  await using test = testProvider(server.origin, 'openai', { firstByteMs: 20_000 });
  check(await ask(test.provider));
  assertWhole(await ask(test.provider), 'Next.');
}

async function askTimes(times: number, provider: ModelProvider): Promise<Asked[]> {
  const asked: Asked[] = [];
  while (asked.length < times) asked.push(await ask(provider));
  return asked;
}

function assertWhole(asked: Asked, text: string): void {
  assert.deepEqual([asked.error, asked.text, asked.result?.finishReason], [null, text, 'stop']);
}

function assertFailed(error: unknown, kind: ModelError['kind']): void {
  assert.ok(error instanceof ModelError, String(error));
  assert.deepEqual([error.kind, error.retryable, error.failover], [kind, true, true], String(error));
}

function trusting(authority: Buffer): Disposable {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, authority.toString()]);
  return { [Symbol.dispose]: () => setDefaultCACertificates(before) };
}

export const breaks: readonly Break[] = [
  {
    rule: 'What is wrong within an answer breaks it, and does not mean that the provider is away',
    file: 'src/adapters/models/transport-failure.ts',
    replace: 'if (responseBegan) {',
    by: 'if (!responseBegan) {',
  },
  {
    rule: 'What arrives between two requests closes the connection',
    file: 'src/adapters/models/http1/connection.ts',
    replace: "if (exchange === null) throw new Error('unasked');",
    by: 'if (exchange === null) return;',
  },
  {
    rule: 'What arrives behind an answer closes the connection',
    file: 'src/adapters/models/http1/connection.ts',
    replace: 'used === bytes.length ? exchange.reader.keepMs : 0',
    by: 'exchange.reader.keepMs',
  },
  {
    rule: 'A connection whose server closes it soon is not used again',
    file: 'src/adapters/models/http1/connection-pool.ts',
    replace: 'keepMs - marginMs',
    by: 'keepMs',
  },
  {
    rule: 'An idle connection is closed in time',
    file: 'src/adapters/models/http1/connection-pool.ts',
    replace: 'connection.idle(ms);',
    by: '',
  },
  {
    rule: 'A provider is known by the name of its address',
    file: 'src/adapters/models/http1/connection.ts',
    replace: ': { servername: host };',
    by: ": { servername: 'provider' };",
  },
  {
    rule: 'Names and values of headers are bytes',
    file: 'src/adapters/models/http1/connection.ts',
    replace: 'if (Buffer.byteLength(head) === head.length) this.#socket.write(head + body);\n    else ',
    by: 'if (head !== "") this.#socket.write(head + body);\n    else ',
  },
  {
    rule: 'Bytes that begin no response end the call at once',
    file: 'src/adapters/models/http1/response-reader.ts',
    replace: "if (this.#state === 'status' && !'HTTP/'",
    by: "if (this.#state === 'close' && !'HTTP/'",
  },
];
