import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createLog } from '#adapters/log.ts';
import { Hosts } from '#http/server/hosts.ts';
import { createServer } from '#http/server/server.ts';
import type { Break } from '#test/break.ts';
import { openSocket, readToClose } from '#test/reading/raw-http.ts';
import { silentTelemetry } from '#test/world/silent-telemetry.ts';

/** More than the two systems buffer for a connection. */
const large = Buffer.alloc(32 * 1024 * 1024, 'x');

describe('Requests that follow each other on a connection without waiting', () => {
  let app: FastifyInstance;
  let port: number;
  /** Numbers of the requests that were started. */
  let begun: string[];
  beforeEach(async () => {
    begun = [];
    app = createServer({
      hosts: new Hosts('http://localhost'),
      log: createLog({ level: 'silent' }),
      telemetry: silentTelemetry().requests,
      readerStallMs: 300,
    });
    app.addHook('preHandler', async ({ url }) => void begun.push(url.slice('/@api/'.length)));
  });
  afterEach(() => {
    app.server.closeAllConnections();
    return app.close();
  });

  async function listen(answer: (number: string, reply: FastifyReply) => Promise<unknown>): Promise<void> {
    app.get<{ Params: { number: string } }>('/@api/:number', ({ params }, reply) =>
      answer(params.number, reply),
    );
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  }

  const asked = (count: number, ...lines: string[]) =>
    Array.from({ length: count }, (_, number) =>
      [`GET /${number} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n'),
    ).join('');
  const received = (count: number) =>
    new Promise<void>((resolve) => {
      let seen = 0;
      app.server.on('request', () => {
        if (++seen === count) resolve();
      });
    });

  test('are answered one at a time, in order', async () => {
    let running = 0;
    let most = 0;
    await listen(async (number) => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      if (number === '99') setImmediate(() => socket.end());
      return number;
    });
    const socket = openSocket(port);
    socket.write(asked(100));
    const answer = await readToClose(socket);
    const numbers = [...answer.matchAll(/\r\n\r\n(\d+)/g)].map(([, number]) => number);
    assert.deepEqual(
      numbers,
      Array.from({ length: 100 }, (_, number) => `${number}`),
    );
    assert.equal(most, 1);
  });

  test('cost a client that never reads one answer, and its connection after the stall', async () => {
    await listen(async () => Buffer.from(large));
    const all = received(100);
    const socket = openSocket(port).pause();
    const [accepted] = await once(app.server, 'connection');
    const closed = once(accepted, 'close');
    socket.write(asked(100));
    await all;
    await closed;
    assert.deepEqual(begun, ['0']);
  });

  test('are not started after an answer that closes the connection', async () => {
    await listen(async (number, reply) => {
      void reply.header('connection', 'close');
      return number;
    });
    const all = received(3);
    const socket = openSocket(port);
    socket.write(asked(3));
    const answer = await readToClose(socket);
    await all;
    assert.equal(answer.match(/HTTP\/1\.1 200/g)?.length, 1);
    assert.deepEqual(begun, ['0']);
  });

  test('are not started when their sender is gone before it is their turn', async () => {
    const turn = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await listen(async (number, { raw }) => {
      raw.once('close', () => setImmediate(answered.resolve));
      await turn.promise;
      return number;
    });
    const all = received(10);
    const [[accepted]] = await Promise.all([
      once(app.server, 'connection'),
      (async () => {
        const socket = openSocket(port);
        socket.write(asked(10));
        await all;
        socket.destroy();
      })(),
    ]);
    if (!accepted.destroyed) await once(accepted, 'close');
    turn.resolve();
    await answered.promise;
    assert.deepEqual(begun, ['0']);
  });

  for (const [name, count, line] of [
    ['many', 140, 'X: y'],
    ['large', 30, `X: ${'y'.repeat(8_000)}`],
  ] as const) {
    test(`end the connection when too ${name} ones wait, and are not begun`, async () => {
      await listen(() => new Promise(() => {}));
      const all = received(count);
      const socket = openSocket(port);
      const [accepted] = await once(app.server, 'connection');
      socket.write(asked(count, line));
      await Promise.race([all, once(accepted, 'close')]);
      assert.ok(accepted.destroyed);
      await readToClose(socket);
      assert.deepEqual(begun, ['0']);
    });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'The requests of a connection are answered one at a time',
    file: 'src/http/server/pipelines.ts',
    replace: 'if (queue.length === 1) startFirst(socket, queue);',
    by: 'if (queue.length >= 1) start();',
  },
  {
    rule: 'Too many waiting requests end their connection',
    file: 'src/http/server/pipelines.ts',
    replace: 'queue.length > maxWaiting + 1',
    by: 'queue.length > maxWaiting * 1_000',
  },
  {
    rule: 'Too large waiting requests end their connection',
    file: 'src/http/server/pipelines.ts',
    replace: 'waitingBytes > maxWaitingBytes',
    by: 'waitingBytes > maxWaitingBytes * 1_000',
  },
  {
    rule: 'Nothing is begun on a connection that was closed',
    file: 'src/http/server/pipelines.ts',
    replace: 'if (socket.writable) first?.start();',
    by: 'first?.start();',
  },
];
