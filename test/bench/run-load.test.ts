import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import type { Break } from '#test/break.ts';
import { startMock } from '../../bench/contenders/mock.ts';
import { holdLoad, runLoad } from '../../bench/support/run-load.ts';

describe('the load generator', () => {
  test('completes what is answered with the right text', async () => {
    await using server = await serve((_request, response) => response.end('hello'));
    const result = await runLoad(profile(server.port));
    assert.equal(result.completed, 20);
    assert.equal(result.firstTextMs.count, 20);
  });

  test('takes one wrong text as a failure of the run', async () => {
    let answers = 0;
    await using server = await serve((_request, response) => {
      answers += 1;
      response.end(answers === 7 ? 'hellO' : 'hello');
    });
    await assert.rejects(runLoad(profile(server.port)), /1 wrong text, 0 failed/);
  });

  test('takes an answer that is cut after the right text as a failure', async () => {
    await using server = await serve((_request, response) => {
      response.write('hello', () => response.destroy());
    });
    await assert.rejects(runLoad(profile(server.port)), /0 right, 0 wrong text, 20 failed/);
  });

  test('takes another status as a failure, whatever the text', async () => {
    await using server = await serve((_request, response) => response.writeHead(429).end('hello'));
    await assert.rejects(runLoad(profile(server.port)), /"status 429":20/);
  });

  test('holds streams open until it is told to drop them', async () => {
    await using server = await serve((_request, response) => response.write('hel'));
    const pattern = { kind: 'hold', perSecond: 1000, requests: 12 } as const;
    const open = await holdLoad({ ...profile(server.port), pattern }, async () => server.openRequests());
    assert.equal(open, 12);
  });
});

test('the provider of the benchmark writes plain words, so that its figures can be compared', async () => {
  await using mock = await startMock({ deltas: 3, paceMs: 0 });
  assert.equal(mock.digest, crc32('word0 word1 word2 '));
});

function profile(port: number) {
  return {
    target: {
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/',
      headers: {},
      body: '{n}',
      format: 'text',
      expectedStatus: 200,
    },
    pattern: { kind: 'closed', concurrency: 4, requests: 20, rampMs: 0 },
    firstNumber: 0,
    expectedDigest: crc32('hello'),
  } as const;
}

async function serve(listener: RequestListener) {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    request.resume().once('end', () => listener(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return {
    port: address.port,
    openRequests: () => open,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const breaks: readonly Break[] = [
  {
    rule: 'The answers of the benchmark are plain words',
    file: 'test/support/mock/mock-provider.ts',
    replace: 'scenario: { deltas, texts, paceMs',
    by: 'scenario: { deltas, paceMs',
  },
];
