import assert from 'node:assert/strict';
import type { CallTokens } from '#core/models/model-provider.ts';
import type { VendorWire } from '#test/mock/vendors.ts';
import { Anthropic } from '#vendors/anthropic.ts';
import { GoogleGenAI } from '#vendors/google-genai.ts';
import { OpenAI } from '#vendors/openai.ts';

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

interface CountingVendor {
  /** The data of the events of an answer. */
  readonly events: (counted: Counted) => readonly object[];
  /** What the vendor's own package reads from the address. */
  readonly read: (origin: string) => Promise<CallTokens>;
}

export const countingVendors: Readonly<Record<VendorWire, CountingVendor>> = {
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
  'openai-responses': {
    events: ({ plain, read, written, output, thoughts }) => {
      const input = plain + (read ?? 0) + (written ?? 0);
      const usage = {
        input_tokens: input,
        ...((read ?? written) !== undefined && {
          input_tokens_details: { cached_tokens: read, cache_write_tokens: written },
        }),
        output_tokens: output + (thoughts ?? 0),
        output_tokens_details: { reasoning_tokens: thoughts ?? 0 },
        total_tokens: input + output + (thoughts ?? 0),
      };
      const begun = { id: 'resp_1', object: 'response', status: 'in_progress', output: [] };
      return [
        { type: 'response.created', sequence_number: 0, response: begun },
        ...saidInResponse('Yes'),
        {
          type: 'response.completed',
          sequence_number: 9,
          response: { ...begun, status: 'completed', usage },
        },
      ];
    },
    read: async (origin) => {
      const client = new OpenAI({ apiKey, baseURL: origin, maxRetries: 0 });
      let usage: Partial<OpenAI.Responses.ResponseUsage> | undefined;
      for await (const event of await client.responses.create({ model, stream: true, input: 'Hello?' })) {
        if (event.type === 'response.completed') usage = event.response.usage;
      }
      return {
        inputTokens: usage?.input_tokens ?? null,
        cacheReadTokens: usage?.input_tokens_details?.cached_tokens ?? null,
        cacheWriteTokens: usage?.input_tokens_details?.cache_write_tokens ?? null,
        outputTokens: usage?.output_tokens ?? null,
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

/** A text as the events of a response say it. */
function saidInResponse(text: string): readonly object[] {
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  return [{ type: 'response.output_text.delta', sequence_number: 1, ...place, delta: text, logprobs: [] }];
}
