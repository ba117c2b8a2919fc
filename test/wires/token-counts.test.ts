import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Break } from '#test/break.ts';
import { anthropicWire } from '#wires/anthropic.ts';
import { geminiWire } from '#wires/gemini.ts';
import { openaiWire } from '#wires/openai.ts';
import { openaiResponsesWire } from '#wires/openai-responses.ts';
import { namedWires } from '#wires/registry.ts';
import { believed } from '#wires/token-counts.ts';
import type { Wire } from '#wires/wire.ts';
import { readEvents } from './read-answer.ts';

interface Said {
  readonly input?: unknown;
  readonly read?: unknown;
  readonly written?: unknown;
  readonly output?: unknown;
}

/** An event with these numbers, as each vendor sends it. */
const saying: readonly (readonly [Wire, (said: Said) => object])[] = [
  [
    openaiWire,
    ({ input, read, written, output }) => ({
      usage: {
        prompt_tokens: input,
        prompt_tokens_details: { cached_tokens: read, cache_write_tokens: written },
        completion_tokens: output,
      },
    }),
  ],
  [
    openaiResponsesWire,
    ({ input, read, written, output }) => ({
      type: 'response.completed',
      response: {
        usage: {
          input_tokens: input,
          input_tokens_details: { cached_tokens: read, cache_write_tokens: written },
          output_tokens: output,
        },
      },
    }),
  ],
  [
    anthropicWire,
    ({ input, read, written, output }) => ({
      type: 'message_start',
      message: {
        usage: {
          input_tokens: input,
          cache_read_input_tokens: read,
          cache_creation_input_tokens: written,
          output_tokens: output,
        },
      },
    }),
  ],
  [
    geminiWire,
    ({ input, read, output }) => ({
      usageMetadata: { promptTokenCount: input, cachedContentTokenCount: read, candidatesTokenCount: output },
    }),
  ],
];

const nameOf = (wire: Wire) => namedWires.find((named) => named.wire === wire)?.name;

const noNumbers = [-1, 0.5, '7', true, [], {}, 1e300, 2 ** 53, 3_000_000_000];

describe('Tokens of a provider', () => {
  for (const [wire, say] of saying) {
    it(`are nothing where no number of tokens is said: ${nameOf(wire)}`, () => {
      for (const value of noNumbers) {
        const answer = readEvents(wire, say({ input: value, read: value, written: value, output: value }));
        const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = answer;
        assert.deepEqual(
          [inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens],
          [null, null, null, null],
          JSON.stringify(value),
        );
      }
    });

    it(`of a cache are nothing without an input: ${nameOf(wire)}`, () => {
      const { cacheReadTokens, inputTokens } = believed(readEvents(wire, say({ read: 5, output: 2 })));
      assert.deepEqual([inputTokens, cacheReadTokens], [null, null]);
    });

    it(`may be counted on one side alone: ${nameOf(wire)}`, () => {
      const { inputTokens, outputTokens } = believed(readEvents(wire, say({ output: 2 })));
      assert.deepEqual([inputTokens, outputTokens], [null, 2]);
    });

    it(`fit into the columns of a turn, however many are said: ${nameOf(wire)}`, () => {
      const most = 500_000_000;
      const answer = believed(
        readEvents(wire, say({ input: most, read: most, written: most, output: most })),
      );
      assert.ok((answer.inputTokens ?? 0) < 2 ** 31);
      assert.ok((answer.outputTokens ?? 0) < 2 ** 31);
    });
  }

  it('of a cache are nothing where they are more than the input', () => {
    const input = { inputTokens: 10, outputTokens: 1 };
    const nothing = { ...input, cacheReadTokens: null, cacheWriteTokens: null };
    assert.deepEqual(believed({ ...input, cacheReadTokens: 11, cacheWriteTokens: null }), nothing);
    assert.deepEqual(believed({ ...input, cacheReadTokens: 6, cacheWriteTokens: 5 }), nothing);
    const whole = { ...input, cacheReadTokens: 6, cacheWriteTokens: 4 };
    assert.deepEqual(believed(whole), whole);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'More tokens from a cache than input are not believed',
    file: 'src/wires/token-counts.ts',
    replace: ' && (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0) <= inputTokens',
    by: '',
  },
  {
    rule: 'Tokens of a cache count only as a part of a known input',
    file: 'src/wires/token-counts.ts',
    replace: 'inputTokens !== null && (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0) <= inputTokens',
    by: '(cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0) <= (inputTokens ?? 100)',
  },
  {
    rule: 'A number of tokens that no call can have is not believed',
    file: 'src/wires/token-counts.ts',
    replace: ' || value > mostTokens',
    by: '',
  },
  {
    rule: 'A negative number of tokens is not believed',
    file: 'src/wires/token-counts.ts',
    replace: 'value < 0 || ',
    by: '',
  },
];
