import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ModelError } from '#core/models/model-error.ts';
import { type CallTokens, type ModelListener, noTokens } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import type { VendorWire } from '#test/mock/vendors.ts';
import { Anthropic } from '#vendors/anthropic.ts';
import { GoogleGenAI } from '#vendors/google-genai.ts';
import { OpenAI } from '#vendors/openai.ts';
import { ask, REQUEST, testProvider } from './provider-factory.ts';
import { head, rawServer, writeParts } from './raw-server.ts';

const model = 'some-model';
const apiKey = 'sk-test-key';

/** What a vendor counts, before it says so in its own form. Absent: it says nothing. */
interface Counted {
  readonly plain: number;
  readonly read?: number | undefined;
  readonly written?: number | undefined;
  readonly output: number;
  readonly thoughts?: number | undefined;
}

interface Vendor {
  /** The data of the events of an answer. */
  readonly events: (counted: Counted) => readonly object[];
  /** What the vendor's own package reads from the address. */
  readonly read: (origin: string) => Promise<CallTokens>;
}

const vendors: Readonly<Record<VendorWire, Vendor>> = {
  openai: {
    events: ({ plain, read, written, output }) => {
      const input = plain + (read ?? 0) + (written ?? 0);
      const details = { cached_tokens: read, cache_write_tokens: written };
      const usage = {
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output,
        ...((read ?? written) !== undefined && { prompt_tokens_details: details }),
      };
      const choice = (more: object) => ({ choices: [{ index: 0, delta: { content: 'Yes' }, ...more }] });
      return [choice({}), choice({ finish_reason: 'stop' }), { choices: [], usage }];
    },
    read: async (origin) => {
      const client = new OpenAI({ apiKey, baseURL: origin, maxRetries: 0 });
      const stream = await client.chat.completions.create({ model, stream: true, messages: [] });
      let usage: OpenAI.CompletionUsage | null = null;
      for await (const chunk of stream) usage = chunk.usage ?? usage;
      return {
        inputTokens: usage?.prompt_tokens ?? null,
        cacheReadTokens: usage?.prompt_tokens_details?.cached_tokens ?? null,
        cacheWriteTokens: usage?.prompt_tokens_details?.cache_write_tokens ?? null,
        outputTokens: usage?.completion_tokens ?? null,
      };
    },
  },
  anthropic: {
    events: ({ plain, read, written, output }) => {
      const usage = {
        input_tokens: plain,
        cache_read_input_tokens: read,
        cache_creation_input_tokens: written,
        output_tokens: 1,
      };
      const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], usage };
      return [
        { type: 'message_start', message },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Yes' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: output } },
        { type: 'message_stop' },
      ];
    },
    read: async (origin) => {
      const client = new Anthropic({ apiKey, baseURL: origin, maxRetries: 0 });
      const { usage } = await client.messages.stream({ model, max_tokens: 9, messages: [] }).finalMessage();
      const [read, written] = [usage.cache_read_input_tokens, usage.cache_creation_input_tokens];
      return {
        inputTokens: usage.input_tokens + (read ?? 0) + (written ?? 0),
        cacheReadTokens: read ?? null,
        cacheWriteTokens: written ?? null,
        outputTokens: usage.output_tokens,
      };
    },
  },
  gemini: {
    events: ({ plain, read, output, thoughts }) => {
      const usageMetadata = {
        promptTokenCount: plain + (read ?? 0),
        cachedContentTokenCount: read,
        candidatesTokenCount: output,
        thoughtsTokenCount: thoughts,
      };
      const content = { role: 'model', parts: [{ text: 'Yes' }] };
      return [
        { candidates: [{ content }], usageMetadata: { ...usageMetadata, candidatesTokenCount: 1 } },
        { candidates: [{ content, finishReason: 'STOP' }], usageMetadata },
      ];
    },
    read: async (origin) => {
      const httpOptions = { baseUrl: origin, retryOptions: { attempts: 1 } };
      const client = new GoogleGenAI({ apiKey, vertexai: false, apiVersion: 'v1beta', httpOptions });
      const stream = await client.models.generateContentStream({ model, contents: 'Hello?' });
      let usage: CallTokens | null = null;
      for await (const { usageMetadata } of stream) {
        if (!usageMetadata) continue;
        usage = {
          inputTokens: usageMetadata.promptTokenCount ?? null,
          cacheReadTokens: usageMetadata.cachedContentTokenCount ?? null,
          cacheWriteTokens: null,
          outputTokens: (usageMetadata.candidatesTokenCount ?? 0) + (usageMetadata.thoughtsTokenCount ?? 0),
        };
      }
      assert.ok(usage);
      return usage;
    },
  },
};

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
  for (const wire of ['openai', 'anthropic', 'gemini'] as const) {
    it(`are those that the vendor's own package reads from the same stream: ${wire}`, async () => {
      const { events, read } = vendors[wire];
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
