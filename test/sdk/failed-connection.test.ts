import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { ConnectionError, Parley } from '../../src/sdk/index.ts';
import { ScriptedService } from './scripted-service.ts';
import { delta, eventsThenCut, jobUuid, meta, user } from './wire-answers.ts';

describe('A failed connection', () => {
  test('says that it was refused, and keeps what the runtime threw', async () => {
    // No other process is given this port.
    const client = clientOf('http://127.0.0.1:2/v1');
    const error = await failureOf(client.usage.get({ externalUserId: user }));
    assert.match(error.message, /ECONNREFUSED/);
    assert.ok(error.cause instanceof TypeError);
  });

  test('says which name was not found', async () => {
    const error = await failureOf(clientOf('http://parley.invalid/v1').usage.get({ externalUserId: user }));
    assert.match(error.message, /parley\.invalid/);
  });

  test('says that what answered does not speak HTTP', async () => {
    await using server = await startGarbage();
    const error = await failureOf(clientOf(server.baseUrl).usage.get({ externalUserId: user }));
    assert.match(error.message, /HTTP|Expected|Parse/i);
  });

  test('says why an answer that kept breaking broke', async () => {
    await using service = await ScriptedService.start();
    service.on('POST /v1/stream', eventsThenCut(meta, delta('Hello')));
    service.on(`GET /v1/jobs/${jobUuid}/stream`, eventsThenCut());
    const answer = clientOf(service.baseUrl).stream({ prompt: 'Hi', externalUserId: user });
    const error = await failureOf(answer.text());
    assert.match(error.message, /kept breaking: .+/);
    assert.ok(error.cause instanceof Error);
  });
});

function clientOf(baseUrl: string): Parley {
  return new Parley({ apiKey: 'k', baseUrl, maxRetries: 1, retryDelayMs: 1 });
}

async function failureOf(asked: Promise<unknown>): Promise<ConnectionError> {
  const error: unknown = await asked.then(
    () => null,
    (reason) => reason,
  );
  assert.ok(error instanceof ConnectionError, String(error));
  return error;
}

async function startGarbage(): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write('This is no answer\r\n\r\n');
    socket.destroySoon();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A failed connection says why it failed',
    file: 'src/sdk/failed-connection.ts',
    replace: 'innermost(next) : error.message',
    by: "innermost(next) : ''",
  },
  {
    rule: 'An answer that kept breaking keeps the reason of the last break',
    file: 'src/client/events.ts',
    replace: `    onBreak(error);
`,
    by: '',
  },
];
