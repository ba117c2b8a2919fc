import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ModelError } from '#core/models/model-error.ts';
import { type CallTokens, type ModelListener, noTokens } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { vendorWires } from '#test/mock/vendors.ts';
import { countingVendors } from './counting-vendors.ts';
import { ask, REQUEST, testProvider } from './provider-factory.ts';
import { head, rawServer, writeParts } from './raw-server.ts';

const count = fc.nat(200_000);
const perhaps = fc.option(count, { nil: undefined });
const counts = fc.record({
  plain: count,
  read: perhaps,
  written: perhaps,
  output: count,
  thoughts: perhaps,
});

describe('tokens of the four kinds', () => {
  for (const wire of vendorWires) {
    it(`are those that the vendor's own package reads from the same stream: ${wire}`, async () => {
      const { events, read } = countingVendors[wire];
      await fc.assert(
        fc.asyncProperty(counts, async (counted) => {
          await using server = await rawServer((socket) => {
            socket.write(head('text/event-stream'));
            writeParts(socket, [Buffer.from(events(counted).map(frame).join(''))]);
          });
          const theirs = await read(server.origin);
          await using test = testProvider(server.origin, wire);
          const { result } = await ask(test.provider);
          assert.ok(result);
          const { finishReason: _, ...ours } = result;
          assert.deepEqual(ours, theirs);
        }),
        { numRuns: 15 },
      );
    });
  }
});

describe('tokens of a call that is cut', () => {
  it('are those of its input, once they were said: nobody knows how much it would have written', async () => {
    const usage = { input_tokens: 7, cache_read_input_tokens: 20, output_tokens: 1 };
    const text = { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Half' } };
    const events = [{ type: 'message_start', message: { usage } }, text];
    await using server = await rawServer((socket) => {
      socket.write(head('text/event-stream'));
      writeParts(socket, [Buffer.from(events.map(frame).join(''))]);
    });
    await using test = testProvider(server.origin, 'anthropic');
    let counted = (): CallTokens => noTokens;
    const listener: ModelListener = {
      onCalled(_call, soFar) {
        counted = soFar;
      },
      onText() {},
    };
    await assert.rejects(test.provider.stream(REQUEST, listener, new AbortController().signal), ModelError);
    assert.deepEqual(counted(), {
      inputTokens: 27,
      cacheReadTokens: 20,
      cacheWriteTokens: null,
      outputTokens: null,
    });
  });
});

function frame(data: object): string {
  const name = 'type' in data ? `event: ${data.type}\n` : '';
  return `${name}data: ${JSON.stringify(data)}\n\n`;
}

export const breaks: readonly Break[] = [
  {
    rule: 'What a model has written is known from its end only',
    file: 'src/adapters/models/answer-result.ts',
    replace: 'answer.end === null ? { ...counted, outputTokens: null } : counted',
    by: 'counted',
  },
  {
    rule: 'What came from a cache is counted as the vendor counts it: chat completions',
    file: 'src/wires/openai.ts',
    replace: 'tokensIn(details?.cached_tokens)',
    by: 'tokensIn(chunk.usage.prompt_tokens)',
  },
  {
    rule: 'What came from a cache is counted as the vendor counts it: Responses',
    file: 'src/wires/openai-responses.ts',
    replace: 'tokensIn(details?.cached_tokens)',
    by: 'tokensIn(usage.input_tokens)',
  },
  {
    rule: 'What was written to a cache is counted as the vendor counts it: Responses',
    file: 'src/wires/openai-responses.ts',
    replace: 'tokensIn(details?.cache_write_tokens)',
    by: 'tokensIn(details?.cached_tokens)',
  },
  {
    rule: 'What was written to a cache is counted as the vendor counts it: messages API',
    file: 'src/wires/anthropic.ts',
    replace: 'answer.cacheWriteTokens = tokensIn(written)',
    by: 'answer.cacheWriteTokens = tokensIn(read)',
  },
  {
    rule: 'What came from a cache is counted as the vendor counts it: Gemini',
    file: 'src/wires/gemini.ts',
    replace: 'tokensIn(usage.cachedContentTokenCount) ?? ',
    by: '',
  },
];
