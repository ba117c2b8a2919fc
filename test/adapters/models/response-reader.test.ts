import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Headers, ResponseError, ResponseReader } from '#adapters/models/http1/response-reader.ts';
import type { Break } from '#test/break.ts';
import { brokenFramings, closingFramings, sized, wholeFramings } from './framings.ts';

/** What a reader made of the bytes of a connection; null where it refused them. */
interface Read {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** How many of the bytes belonged to the response. */
  readonly length: number;
}

/** The reader under test, with bytes that arrive in these parts. */
function readParts(parts: readonly Buffer[]): Read | null {
  let status = 0;
  let headers: Headers = {};
  let body = '';
  let length = 0;
  const reader = new ResponseReader({
    onHead: (...head) => {
      assert.equal(status, 0, 'one head');
      [status, headers] = head;
    },
    onBody: (bytes) => {
      assert.ok(bytes.length > 0, 'bytes');
      body += bytes.toString('latin1');
    },
  });
  try {
    for (const part of parts) if (!reader.isDone) length += reader.push(part);
    reader.end();
  } catch (error) {
    assert.ok(error instanceof ResponseError, String(error));
    return null;
  }
  return { status, headers: { ...headers }, body, length };
}

function readWhole(bytes: string): Read | null {
  return readParts([Buffer.from(bytes, 'latin1')]);
}

describe('a response', () => {
  const whole = { ...wholeFramings, ...closingFramings };
  for (const [name, bytes] of Object.entries(whole)) {
    it(`that is framed by ${name} is the same wherever it is cut`, () => {
      const expected = readWhole(bytes);
      assert.equal(expected?.body, readWhole(sized('Hi.'))?.body);
      const all = Buffer.from(bytes, 'latin1');
      for (let at = 1; at < all.length; at += 1) {
        assert.deepEqual(readParts([all.subarray(0, at), all.subarray(at)]), expected, `cut at ${at}`);
      }
      assert.deepEqual(readParts([...all].map((byte) => Buffer.of(byte))), expected, 'byte by byte');
    });
  }

  for (const [name, { bytes }] of Object.entries(brokenFramings)) {
    it(`that is framed by ${name} is none wherever it is cut`, () => {
      assert.equal(readWhole(bytes), null);
      if (bytes.length > 10_000) return;
      assert.equal(readParts([...Buffer.from(bytes, 'latin1')].map((byte) => Buffer.of(byte))), null);
    });
  }

  it('may have a head of 16 KiB, and no longer one', () => {
    const sizedHead = (bytes: number) => {
      const start = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-long: ';
      return `${start}${'x'.repeat(bytes - start.length - 4)}\r\n\r\nHi`;
    };
    assert.equal(readWhole(sizedHead(16 * 1024))?.body, 'Hi');
    assert.equal(readWhole(sizedHead(16 * 1024 + 1)), null);
  });

  it('is refused as soon as a chunk has a size that nobody can count', () => {
    const reader = new ResponseReader({ onHead: () => {}, onBody: () => {} });
    const start = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
    assert.throws(() => reader.push(Buffer.from(`${start}ffffffffffffffffff\r\n`)), ResponseError);
  });

  it('without a body has none, whatever its length says', () => {
    for (const status of [204, 304]) {
      const read = readWhole(`HTTP/1.1 ${status} None\r\ncontent-length: 5\r\n\r\n`);
      assert.deepEqual([read?.status, read?.body], [status, '']);
    }
  });

  it('keeps each value of a header that comes twice', () => {
    const read = readWhole(sized('Hi.').replace('\r\n', '\r\nx-a: 1\r\nX-A: 2\r\n__proto__: 3\r\n'));
    assert.deepEqual(read?.headers['x-a'], ['1', '2']);
    assert.equal(Object.getPrototypeOf(read?.headers), Object.prototype);
  });

  it('says how long its connection may be kept', () => {
    const keepMs = (bytes: string) => {
      const reader = new ResponseReader({ onHead: () => {}, onBody: () => {} });
      reader.push(Buffer.from(bytes, 'latin1'));
      return reader.keepMs;
    };
    const saying = (line: string) => keepMs(sized('Hi.').replace('\r\n', `\r\n${line}\r\n`));
    assert.equal(keepMs(sized('Hi.')), null);
    assert.equal(saying('Keep-Alive: max=5, timeout=7'), 7_000);
    assert.equal(saying('connection: keep-alive, Close'), 0);
    assert.equal(keepMs(sized('Hi.').replace('1.1', '1.0')), 0);
    for (const bytes of Object.values(closingFramings)) assert.equal(keepMs(bytes), 0);
  });
});

describe("the reader beside Node's own", () => {
  let server: Server;
  let bytes = Buffer.alloc(0);
  before(async () => {
    server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(bytes));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => void server.close());

  async function readByNode(): Promise<Pick<Read, 'status' | 'body'> | null> {
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    const asked = request({ port: address.port, agent: false }).end();
    const { promise, resolve } = Promise.withResolvers<Pick<Read, 'status' | 'body'> | null>();
    asked.on('error', () => resolve(null));
    asked.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(null);
    });
    asked.on('response', (response) => {
      let body = '';
      response.setEncoding('latin1');
      response.on('data', (text) => {
        body += text;
      });
      response.on('error', () => resolve(null));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    return promise;
  }

  it('takes nothing that Node refuses, and reads the same body', async () => {
    const framings = [...Object.values(wholeFramings), ...Object.values(closingFramings)].filter(
      ({ length }) => length < 2_000,
    );
    // A tab behind a transfer coding is allowed by RFC 9110 and refused by Node.
    const byte = fc
      .oneof(fc.nat(255), fc.constantFrom(...Buffer.from('\r\n ;:,09afAF')))
      .filter((code) => code !== 0x09);
    const change = fc.record({ at: fc.nat(400), byte, isInsertion: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...framings),
        fc.array(change, { maxLength: 2 }),
        async (text, changes) => {
          const original = [...Buffer.from(text, 'latin1')];
          for (const { at, byte, isInsertion } of changes) {
            original.splice(at % original.length, isInsertion ? 0 : 1, byte);
          }
          const ours = readParts([Buffer.from(original)]);
          if (ours === null) return;
          bytes = Buffer.from(original.slice(0, ours.length));
          const nodes = await readByNode();
          assert.deepEqual([nodes?.status, nodes?.body], [ours.status, ours.body], bytes.toString('latin1'));
        },
      ),
      { numRuns: 500 },
    );
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A line of a head ends in two characters',
    file: 'src/adapters/models/http1/response-reader.ts',
    replace: "if (!line.endsWith('\\r\\n')) throw",
    by: "if (!line.endsWith('\\n')) throw",
  },
  {
    rule: 'A response of two framings is none',
    file: 'src/adapters/models/http1/response-reader.ts',
    replace: 'if (coding !== undefined && length !== undefined) throw',
    by: 'if (coding === undefined && length === undefined) throw',
  },
  {
    rule: 'A chunk ends where its size says',
    file: 'src/adapters/models/http1/response-reader.ts',
    replace: "if (line !== '') throw",
    by: "if (line === '-') throw",
  },
  {
    rule: 'A head has at most 16 KiB',
    file: 'src/adapters/models/http1/response-reader.ts',
    replace: '= 16 * 1024;',
    by: '= 16 * 1024 + 1;',
  },
  {
    rule: 'A header that comes twice keeps both values',
    file: 'src/adapters/models/http1/response-reader.ts',
    replace: '[earlier, trimmed].flat()',
    by: 'trimmed',
  },
  {
    rule: 'A status without a body has none',
    file: 'src/adapters/models/http1/response-reader.ts',
    replace: 'this.#status === 204 || ',
    by: '',
  },
  {
    rule: 'A connection of an older protocol is not kept',
    file: 'src/adapters/models/http1/response-reader.ts',
    replace: 'if (this.#isOlder || /',
    by: 'if (/',
  },
  {
    rule: 'A body that ends with its connection is whole then',
    file: 'src/adapters/models/http1/response-reader.ts',
    replace: "if (this.#state === 'close') this.#state = 'done';",
    by: '',
  },
  {
    rule: 'A chunk has a size that can be counted',
    file: 'src/adapters/models/http1/response-reader.ts',
    replace: '!Number.isSafeInteger(size)',
    by: 'Number.isNaN(size)',
  },
];
