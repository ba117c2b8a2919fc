import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startMockProvider } from '#test/mock-provider.ts';
import { ask, Heard, REQUEST, testProvider } from './provider-factory.ts';
import { head, rawServer } from './raw-server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

const MIB = 1024 * 1024;

describe('an answer in memory', () => {
  it('is held by its reader only: no bytes that were read and no second copy of its text', async () => {
    const document = JSON.stringify({
      choices: [{ message: { content: 'x'.repeat(7 * MIB) }, finish_reason: 'stop' }],
    });
    await using server = await rawServer((socket) => socket.end(head('application/json') + document));
    await using test = testProvider(server.origin);
    const before = heldBytes();
    const { text } = await ask(test.provider);
    assert.equal(text.length, 7 * MIB);
    const held = heldBytes() - before;
    assert.ok(held < 2 * text.length, `${held} bytes are held`);
  });

  it('costs nothing that grows with it where its reader keeps nothing', async () => {
    await using mock = await startMockProvider({
      keepCalls: false,
      scenario: { deltas: 7 * 1024, deltaLength: 1_024 },
    });
    await using test = testProvider(mock.baseUrl);
    const heard = new Heard();
    heard.texts.push = (...texts) => texts.length;
    await test.provider.stream(REQUEST, heard, new AbortController().signal);
    const before = heldBytes();
    for (let count = 0; count < 3; count += 1) {
      await test.provider.stream(REQUEST, heard, new AbortController().signal);
    }
    const held = heldBytes() - before;
    assert.ok(held < MIB, `${held} bytes are held`);
  });
});

function heldBytes(): number {
  if (typeof collectGarbage === 'function') collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
