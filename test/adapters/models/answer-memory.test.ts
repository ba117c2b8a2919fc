import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Break } from '#test/break.ts';
import { until } from '#test/reading/until.ts';
import { ask, testProvider } from './provider-factory.ts';
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
    // Buffers are given back by a thread that a busy machine may let wait.
    await until(() => heldBytes() - before < 1.5 * text.length);
  });
});

function heldBytes(): number {
  if (typeof collectGarbage === 'function') collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

export const breaks: readonly Break[] = [
  {
    rule: 'The bytes of a document are not held once they are read',
    file: 'src/adapters/models/answer-body.ts',
    replace: 'this.#bytes += bytes.length;',
    by: 'this.#bytes += bytes.length; Object.assign(globalThis, { [this.#bytes]: bytes });',
  },
];
