import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { EventSink, TextSink } from '#http/streaming/stream-sink.ts';
import type { Break } from '#test/break.ts';

const stallMs = 60;
const mebibyte = 1_048_576;
/** Far more than the system keeps for a reader: of less, it may take the rest a moment after it has refused it. */
const tooMuch = 'x'.repeat(48 * mebibyte);
const headers = { 'content-type': 'text/plain' };

const completed = { kind: 'completed', finishReason: 'stop', tokens: { input: null, output: null } } as const;
const meta = { conversation_uuid: 'c', message_uuid: 'm', job_uuid: 'j' };

describe('The open answer of a reader', () => {
  let server: Server;
  beforeEach(() => {
    server = createServer().listen(0, '127.0.0.1');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A response to a reader that never reads. */
  async function unread(): Promise<{ response: ServerResponse; reader: ReturnType<typeof connect> }> {
    if (!server.listening) await once(server, 'listening');
    const requested = once(server, 'request');
    const { port } = addressOf(server);
    const reader = connect(port, '127.0.0.1').pause();
    reader.on('error', () => undefined);
    reader.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [, response]: ServerResponse[] = await requested;
    if (response === undefined) throw new Error('no response');
    response.writeHead(200, headers).flushHeaders();
    return { response, reader };
  }

  test('is cut after the stall when it reads nothing, and says so once', async () => {
    const { response, reader } = await unread();
    let stalls = 0;
    const sink = new TextSink(response, { stallMs, onStall: () => stalls++ });
    const resumed = () => assert.fail('the reader took it after all');
    assert.equal(sink.text(tooMuch), false);
    sink.whenWritable(resumed);
    const began = performance.now();
    await once(response, 'close');
    // A slow machine is late, but not sixty times as late as it should.
    assert.ok(performance.now() - began < stallMs * 60);
    assert.equal(stalls, 1);
    assert.ok(sink.signal.aborted);
    reader.destroy();
  });

  test('of events has a comment every fifteen seconds, and one of text has none', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] });
    const { response, reader } = await unread();
    const options = { stallMs, onStall: () => {} };
    const sink = new EventSink(response, options, meta, { attempt: 1, bytes: 0 });
    const other = await unread();
    const text = new TextSink(other.response, options);
    for (const ms of [14_999, 1, 15_000]) context.mock.timers.tick(ms);
    for (const each of [sink, text]) each.ended(completed);
    const [events, plain] = await Promise.all([reader, other.reader].map(readToEnd));
    assert.equal(events?.split(': still here\n\n').length, 3);
    assert.match(events ?? '', /event: meta[\s\S]*: still here[\s\S]*event: done/);
    assert.doesNotMatch(plain ?? '', /still here/);
    context.mock.timers.tick(60_000);
    assert.ok(response.writableFinished, 'nothing is written behind the end');
  });

  test('continues while the reader takes some of it, however long the rest waits', async () => {
    const { response, reader } = await unread();
    const sink = new TextSink(response, { stallMs: 2_000, onStall: () => {} });
    assert.equal(sink.text(tooMuch), false);
    const began = performance.now();
    const resumed = new Promise<boolean>((resolve) => sink.whenWritable(() => resolve(true)));
    const cut = once(response, 'close').then(() => false);
    const steps = setInterval(() => reader.read(mebibyte), 100).unref();
    assert.ok(await Promise.race([resumed, cut]), 'the reader was cut');
    clearInterval(steps);
    assert.ok(performance.now() - began > 2_500, 'it was taken too fast to show anything');
    reader.destroy();
  });

  for (const [format, open] of [
    ['text', (response: ServerResponse) => new TextSink(response, { stallMs, onStall: () => {} })],
    [
      'events',
      (response: ServerResponse) =>
        new EventSink(response, { stallMs, onStall: () => {} }, meta, { attempt: 1, bytes: 0 }),
    ],
  ] as const) {
    test(`is cut after the end of ${format} too, when the rest is not taken`, async () => {
      const { response, reader } = await unread();
      const sink = open(response);
      assert.equal(sink.text(tooMuch, { attempt: 1, bytes: 0 }), false);
      sink.ended({ kind: 'completed', finishReason: 'stop', tokens: { input: null, output: null } });
      await once(response, 'close');
      assert.equal(response.writableFinished, false);
      reader.destroy();
    });
  }
});

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return address;
}

/** Everything that a socket gets until the other side has ended. */
async function readToEnd(socket: ReturnType<typeof connect>): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (text.endsWith('0\r\n\r\n')) socket.destroy();
  });
  socket.resume();
  await once(socket, 'close');
  return text;
}

export const breaks: readonly Break[] = [
  {
    rule: 'Events have a comment every fifteen seconds',
    file: 'src/http/streaming/stream-sink.ts',
    replace: 'limits.heartbeatSeconds * 1000',
    by: 'limits.heartbeatSeconds * 100_000',
  },
  {
    rule: 'The comments of events come every fifteen seconds',
    file: 'src/contract/limits.ts',
    replace: 'heartbeatSeconds: 15',
    by: 'heartbeatSeconds: 25',
  },
  {
    rule: 'A reader that takes nothing is cut when its limit is over, and not a hundred times later',
    file: 'src/http/streaming/watch-stall.ts',
    replace: '}, stallMs / checks);',
    by: '}, (stallMs * 100) / looks);',
  },
];
