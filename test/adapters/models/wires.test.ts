import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { ModelError } from '#core/models/model-error.ts';
import type { Break } from '#test/break.ts';
import { namedWires, type WireName } from '#wires/registry.ts';
import { type Asked, ask, testProvider } from './provider-factory.ts';
import { head, rawServer, writeParts } from './raw-server.ts';

const FIXTURES = new URL('../../fixtures/models/', import.meta.url);

interface Complete {
  readonly text: string;
  readonly finish: 'stop' | 'length';
  readonly tokens?: readonly [number | null, number | null];
}

const COMPLETE: Readonly<Record<string, Complete>> = {
  'openai-answer.sse': { text: 'Grüße 👋🏽, Welt.', finish: 'stop', tokens: [21, 7] },
  'openai-small.sse': { text: 'é👋!', finish: 'stop', tokens: [3, 2] },
  'openai-no-done.sse': { text: 'Complete.', finish: 'length', tokens: [null, null] },
  'openai-refusal.sse': { text: 'I cannot help with that.', finish: 'stop' },
  'openai-filtered-text.sse': { text: 'The beginning', finish: 'length' },
  'openai-tools.sse': { text: 'Text beside a tool.', finish: 'stop' },
  'openai-tricky.sse': {
    text: 'NUL \u0000 lone \ud83d here, pair \u{1f600} end \ud83d',
    finish: 'stop',
  },
  'openai-document.json': { text: 'Not streamed.', finish: 'stop', tokens: [4, 3] },
  'openai-responses-answer.sse': { text: 'Grüße 👋🏽, Welt.', finish: 'stop', tokens: [75, 21] },
  'openai-responses-small.sse': { text: 'é👋!', finish: 'stop', tokens: [3, 2] },
  'openai-responses-refusal.sse': { text: 'I cannot help with that.', finish: 'stop', tokens: [9, 6] },
  'openai-responses-length.sse': { text: 'The beginning', finish: 'length', tokens: [9, 20] },
  'openai-responses-filtered-text.sse': { text: 'The beginning', finish: 'length', tokens: [9, 2] },
  'openai-responses-document.json': { text: 'Not streamed.', finish: 'stop', tokens: [4, 3] },
  'anthropic-answer.sse': { text: 'Grüße 👋🏽, Welt.', finish: 'stop', tokens: [42, 15] },
  'anthropic-small.sse': { text: 'é👋!', finish: 'length', tokens: [null, 4] },
  'anthropic-refusal.sse': { text: 'I can', finish: 'length' },
  'anthropic-tool.sse': { text: 'Beside a tool.', finish: 'stop' },
  'anthropic-document.json': { text: 'Not streamed.', finish: 'stop', tokens: [4, 3] },
  'gemini-answer.sse': { text: 'Grüße 👋🏽, Welt.', finish: 'stop', tokens: [9, 11] },
  'gemini-small.sse': { text: 'é👋!', finish: 'stop' },
  'gemini-safety-text.sse': { text: 'The beginning', finish: 'length' },
  'gemini-document.json': { text: 'Not streamed.', finish: 'stop', tokens: [9, 11] },
};

/** Text before the failure, and whether the call may be repeated. */
const FAILING: Readonly<Record<string, readonly [text: string, retryable: boolean]>> = {
  'openai-truncated.sse': ['Half of an ans', true],
  'openai-filtered-empty.sse': ['', false],
  'openai-error.sse': ['Some text', true],
  'openai-invalid-json.sse': ['Some text', true],
  'openai-responses-truncated.sse': ['Half of an ans', true],
  'openai-responses-filtered-empty.sse': ['', false],
  'openai-responses-failed.sse': ['The beginning', true],
  'openai-responses-error.sse': ['The beginning', true],
  'openai-responses-policy.sse': ['', false],
  'anthropic-overloaded.sse': ['', true],
  'anthropic-refusal-empty.sse': ['', false],
  'anthropic-truncated.sse': ['Half', true],
  'gemini-blocked.sse': ['', false],
  'gemini-safety-empty.sse': ['', false],
  'gemini-truncated.sse': ['Half', true],
  'gemini-error.sse': ['Half', true],
};

const smallAnswers = namedWires.map(({ name }) => `${name}-small.sse`);

describe('an answer on the wire', () => {
  for (const [name, expected] of Object.entries(COMPLETE)) {
    it(`is read whole: ${name}`, async () =>
      assertComplete(await answered(name, await bytesOf(name)), expected));
  }

  for (const [name, [text, retryable]] of Object.entries(FAILING)) {
    it(`is no complete answer: ${name}`, async () => {
      const asked = await answered(name, await bytesOf(name));
      assert.equal(asked.text, text);
      assert.ok(asked.error instanceof ModelError);
      assert.equal(asked.error.kind, 'rejected');
      assert.equal(asked.error.retryable, retryable);
      assert.doesNotMatch(`${asked.error.message} ${asked.error.cause}`, /0123456789|Overloaded, key/);
    });
  }

  for (const name of smallAnswers) {
    it(`may be cut at any byte: ${name}`, async () => {
      const bytes = await bytesOf(name);
      const expected = COMPLETE[name];
      assert.ok(expected);
      for (let at = 1; at < bytes.length; at += 1) {
        assertComplete(await answered(name, bytes.subarray(0, at), bytes.subarray(at)), expected);
      }
    });

    it(`may come byte by byte: ${name}`, async () => {
      const bytes = await bytesOf(name);
      const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
      const expected = COMPLETE[name];
      assert.ok(expected);
      assertComplete(await answered(name, ...single), expected);
    });

    it(`may begin with a byte order mark and end its lines in any way: ${name}`, async () => {
      const expected = COMPLETE[name];
      assert.ok(expected);
      const plain = (await bytesOf(name)).toString('utf8').replaceAll('\r\n', '\n');
      for (const lineEnd of ['\n', '\r\n', '\r']) {
        const bytes = Buffer.from(`\ufeff${plain.replaceAll('\n', lineEnd)}`);
        assertComplete(await answered(name, bytes), expected);
      }
    });

    it(`may lack the blank line at its end: ${name}`, async () => {
      const expected = COMPLETE[name];
      assert.ok(expected);
      const text = (await bytesOf(name)).toString('utf8').trimEnd();
      assertComplete(await answered(name, Buffer.from(text)), expected);
    });
  }

  it('reaches the listener once for all events of a read', async () => {
    const asked = await answered('openai-answer.sse', await bytesOf('openai-answer.sse'));
    assert.deepEqual(asked.texts, ['Grüße 👋🏽, Welt.']);
  });

  it('is handed on without half of a character', async () => {
    const event = (text: string) => Buffer.from(`data: {"choices":[{"delta":{"content":"${text}"}}]}\n\n`);
    const end = Buffer.from('data: [DONE]\n\n');
    const asked = await answered('openai', event('a\\ud83d'), event('\\ude00b'), end);
    assert.ok(asked.texts.every((text) => text.isWellFormed()));
    assert.equal(asked.text, 'a\u{1f600}b');
  });
});

async function answered(name: string, ...parts: readonly Uint8Array[]): Promise<Asked> {
  const type = name.endsWith('.json') ? 'application/json; charset=utf-8' : 'text/event-stream';
  await using server = await rawServer((socket) => {
    socket.write(head(type));
    writeParts(socket, parts);
  });
  await using test = testProvider(server.origin, wireOf(name));
  return await ask(test.provider);
}

function assertComplete(asked: Asked, expected: Complete): void {
  assert.equal(asked.error, null);
  assert.equal(asked.text, expected.text);
  assert.equal(asked.result?.finishReason, expected.finish);
  if (expected.tokens) {
    assert.deepEqual([asked.result?.inputTokens, asked.result?.outputTokens], expected.tokens);
  }
}

function wireOf(name: string): WireName {
  const found = namedWires.findLast((wire) => name.startsWith(wire.name));
  assert.ok(found, `${name} begins with no wire's name`);
  return found.name;
}

function bytesOf(name: string): Promise<Buffer> {
  return readFile(new URL(name, FIXTURES));
}

export const breaks: readonly Break[] = [
  {
    rule: 'A filtered answer is not whole',
    file: 'src/adapters/models/answer-result.ts',
    replace: "finishReason: answer.end === 'stop' ? 'stop' : 'length'",
    by: "finishReason: answer.end === 'length' ? 'length' : 'stop'",
  },
];
