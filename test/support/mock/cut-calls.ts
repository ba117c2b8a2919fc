import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { bodyFor } from '#adapters/models/answer-body.ts';
import type { AskedCalls } from '#core/models/model-provider.ts';
import { Anthropic } from '#vendors/anthropic.ts';
import { GoogleGenAI, type Part } from '#vendors/google-genai.ts';
import { OpenAI } from '#vendors/openai.ts';
import { wires } from '#wires/registry.ts';
import { newAnswerState } from '#wires/wire.ts';
import type { VendorWire } from './vendors.ts';

/** What a recorded stream says, by any reader. */
interface ReadStream {
  readonly text: string;
  readonly calls: readonly { readonly id: unknown; readonly name: unknown; readonly arguments: unknown }[];
  /** The message as it goes back, or the part of it that the vendor's package shows. */
  readonly message: unknown;
}

const vendors: Readonly<Record<VendorWire, (fetch: typeof globalThis.fetch) => Promise<ReadStream>>> = {
  openai: async (fetch) => {
    const client = new OpenAI({ apiKey: 'k', fetch, maxRetries: 0 });
    const stream = client.chat.completions.stream({ model: 'm', messages: [] });
    const [choice] = (await stream.finalChatCompletion()).choices;
    assert.ok(choice?.message.tool_calls);
    const functions = choice.message.tool_calls.filter((call) => call.type === 'function');
    return {
      text: choice.message.content ?? '',
      calls: functions.map(({ id, function: { name, arguments: given } }) => ({
        ...{ id, name },
        arguments: JSON.parse(given),
      })),
      message: functions.map(({ id, function: { name, arguments: given } }) => [id, name, given]),
    };
  },
  'openai-responses': async (fetch) => {
    const client = new OpenAI({ apiKey: 'k', fetch, maxRetries: 0 });
    const events = await client.responses.create({ model: 'm', input: [], stream: true });
    let output: readonly OpenAI.Responses.ResponseOutputItem[] = [];
    for await (const event of events) if (event.type === 'response.completed') output = event.response.output;
    const { output_text } = await client.responses.stream({ model: 'm', input: [] }).finalResponse();
    return {
      text: output_text,
      calls: output
        .filter((item) => item.type === 'function_call')
        .map(({ call_id, name, arguments: given }) => ({
          ...{ id: call_id, name },
          arguments: JSON.parse(given),
        })),
      message: output,
    };
  },
  anthropic: async (fetch) => {
    const client = new Anthropic({ apiKey: 'k', fetch, maxRetries: 0 });
    const stream = client.messages.stream({ model: 'm', max_tokens: 9, messages: [] });
    const { content } = await stream.finalMessage();
    return {
      text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: content
        .filter((block) => block.type === 'tool_use')
        .map(({ id, name, input }) => ({ id, name, arguments: input })),
      message: content,
    };
  },
  gemini: async (fetch) => {
    const httpOptions = { retryOptions: { attempts: 1 }, fetch };
    const client = new GoogleGenAI({ apiKey: 'k', vertexai: false, apiVersion: 'v1beta', httpOptions });
    const stream = await client.models.generateContentStream({ model: 'm', contents: 'Hello?' });
    const parts: Part[] = [];
    const calls: ReadStream['calls'][number][] = [];
    for await (const chunk of stream) {
      parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
      for (const { id, name, args } of chunk.functionCalls ?? []) calls.push({ id, name, arguments: args });
    }
    const text = parts.map((part) => part.text ?? '').join('');
    return { text, calls, message: parts.filter((part) => part.text !== '' || part.thoughtSignature) };
  },
};

/** The part of our message that the vendor's package shows as well. */
const shown: Readonly<Record<VendorWire, (native: unknown) => unknown>> = {
  openai: (native) => {
    const { tool_calls }: OpenAI.Chat.ChatCompletionAssistantMessageParam = Object(native);
    return tool_calls?.map((call) =>
      call.type === 'function' ? [call.id, call.function.name, call.function.arguments] : [],
    );
  },
  'openai-responses': (native) => native,
  anthropic: (native) => Object(native).content,
  gemini: (native) => Object(native).parts,
};

function ours(name: VendorWire, ...parts: readonly Buffer[]): ReadStream {
  const wire = wires[name];
  const answer = newAnswerState(true);
  let text = '';
  const body = bodyFor(200, { 'content-type': 'text/event-stream' }, wire, answer, (more) => {
    text += more;
  });
  for (const part of parts) body.push(part);
  body.end();
  const asked: AskedCalls | null = answer.native === null ? null : wire.readCalls(answer.native);
  assert.ok(asked);
  const calls = asked.calls.map((call) => ({ ...call, arguments: JSON.parse(call.arguments) }));
  return { text, calls, message: shown[name](asked.native) };
}

/**
 * Compares what we read of a recorded stream with calls, cut in two at every `nth` byte and into its bytes, with what
 * the vendor's own package reads.
 */
export async function compareCutCalls(name: VendorWire, nth: number): Promise<void> {
  const bytes = readFileSync(new URL(`../../fixtures/models/${name}-calls.sse`, import.meta.url));
  const fetch = async () =>
    new Response(new Uint8Array(bytes), { headers: { 'content-type': 'text/event-stream' } });
  const theirs = plain(await vendors[name](fetch));
  assert.ok(theirs.calls.length >= 2);
  for (let at = 1; at < bytes.length; at += nth) {
    assert.deepEqual(plain(ours(name, bytes.subarray(0, at), bytes.subarray(at))), theirs, `cut at ${at}`);
  }
  const single = Array.from(bytes, (byte) => Buffer.of(byte));
  assert.deepEqual(plain(ours(name, ...single)), theirs);
}

/** As JSON has it: packages add methods and members of their own that are not sent. */
function plain(read: ReadStream): ReadStream {
  return JSON.parse(JSON.stringify(read));
}
