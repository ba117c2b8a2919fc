import type { Anthropic } from '#vendors/anthropic.ts';
import type { Content, Part } from '#vendors/google-genai.ts';
import type { OpenAI } from '#vendors/openai.ts';
import type { VendorWire } from './vendors.ts';

const thought = 'Both are needed.';
const said = 'I look it up. ';

export interface StrictCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface StrictVendor {
  /** The message of a model that thinks and calls; `signature` stands wherever the vendor signs. */
  readonly message: (calls: readonly StrictCall[], signature: string) => unknown;
  readonly messagesIn: (body: Readonly<Record<string, unknown>>) => readonly unknown[];
  /** The message as a request lists it: Responses have an item for each of its parts. */
  readonly asList: (message: unknown) => readonly unknown[];
  /** The results that come first behind the message; null where something else does. */
  readonly results: (
    behind: readonly unknown[],
  ) => { readonly ids: readonly unknown[]; readonly texts: readonly unknown[] } | null;
  /** Events of an answer in text. */
  readonly says: (text: string) => readonly object[];
  /** Events of the message. */
  readonly asks: (message: unknown) => readonly object[];
}

type ChatMessage = OpenAI.Chat.ChatCompletionAssistantMessageParam & { readonly reasoning_content: string };

const openai: StrictVendor = {
  message: (calls, signature): ChatMessage => ({
    role: 'assistant',
    content: said,
    reasoning_content: thought,
    tool_calls: calls.map(({ id, name, arguments: given }) => ({
      ...{ id, type: 'function' as const },
      function: { name, arguments: JSON.stringify(given) },
      extra_content: { google: { thought_signature: signature } },
    })),
  }),
  messagesIn: ({ messages }) => (Array.isArray(messages) ? messages : []),
  asList: (message) => [message],
  results: (behind) => {
    const tools: readonly OpenAI.Chat.ChatCompletionToolMessageParam[] = behind.map(Object);
    if (!tools.every(({ role }) => role === 'tool')) return null;
    return { ids: tools.map((one) => one.tool_call_id), texts: tools.map(({ content }) => content) };
  },
  says: (text) => [chunk({ content: text }), chunk({}, 'stop')],
  asks: (message) => {
    const { tool_calls = [], content, reasoning_content }: ChatMessage = Object(message);
    const calls = tool_calls.map((call, index) => chunk({ tool_calls: [{ index, ...call }] }));
    const begin = chunk({ role: 'assistant', content: null });
    return [begin, chunk({ reasoning_content }), chunk({ content }), ...calls, chunk({}, 'tool_calls')];
  },
};

const responses: StrictVendor = {
  message: (calls, signature): readonly OpenAI.Responses.ResponseOutputItem[] => [
    { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: signature },
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: said, annotations: [] }],
    },
    ...calls.map(({ id, name, arguments: given }) => ({
      ...{ id: `fc_${id}`, type: 'function_call' as const, call_id: id, name, status: 'completed' as const },
      arguments: JSON.stringify(given),
    })),
  ],
  messagesIn: ({ input }) => (Array.isArray(input) ? input : []),
  asList: (message) => (Array.isArray(message) ? message : []),
  results: (behind) => {
    const outputs: readonly OpenAI.Responses.ResponseInputItem.FunctionCallOutput[] = behind.map(Object);
    if (!outputs.every(({ type }) => type === 'function_call_output')) return null;
    return { ids: outputs.map((one) => one.call_id), texts: outputs.map(({ output }) => output) };
  },
  says: (text) => [
    { type: 'response.output_text.delta', delta: text },
    { type: 'response.completed', response: { status: 'completed' } },
  ],
  asks: (message) => [
    { type: 'response.output_text.delta', delta: said },
    ...(Array.isArray(message) ? message : []).map((item, output_index) => ({
      ...{ type: 'response.output_item.done', output_index },
      item,
    })),
    { type: 'response.completed', response: { status: 'completed' } },
  ],
};

const anthropic: StrictVendor = {
  message: (calls, signature): Anthropic.MessageParam => ({
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: thought, signature },
      { type: 'redacted_thinking', data: signature },
      { type: 'text', text: said },
      ...calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use' as const, id, name, input })),
    ],
  }),
  messagesIn: ({ messages }) => (Array.isArray(messages) ? messages : []),
  asList: (message) => [message],
  results: (behind) => {
    const [first, ...more]: readonly Anthropic.MessageParam[] = behind.map(Object);
    if (first?.role !== 'user' || typeof first.content === 'string' || more.length > 0) return null;
    const blocks = first.content.filter((block) => block.type === 'tool_result');
    if (blocks.length !== first.content.length) return null;
    return { ids: blocks.map((one) => one.tool_use_id), texts: blocks.map(({ content }) => content) };
  },
  says: (text) => [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    { type: 'message_stop' },
  ],
  asks: (message) => {
    const { content }: Anthropic.MessageParam = Object(message);
    const blocks = typeof content === 'string' ? [] : content;
    return [
      ...blocks.flatMap(pieces),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
      { type: 'message_stop' },
    ];
  },
};

/** The events of one block: what it begins with, and what comes to it. */
function pieces(block: Anthropic.ContentBlockParam, index: number): readonly object[] {
  const begin = (content_block: object) => ({ type: 'content_block_start', index, content_block });
  const delta = (more: object) => ({ type: 'content_block_delta', index, delta: more });
  switch (block.type) {
    case 'thinking':
      return [
        begin({ ...block, thinking: '', signature: '' }),
        delta({ type: 'thinking_delta', thinking: block.thinking }),
        delta({ type: 'signature_delta', signature: block.signature }),
      ];
    case 'tool_use':
      return [
        begin({ ...block, input: {} }),
        delta({ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }),
      ];
    case 'text':
      return [begin({ ...block, text: '' }), delta({ type: 'text_delta', text: block.text })];
    default:
      return [begin(block)];
  }
}

const gemini: StrictVendor = {
  message: (calls, thoughtSignature): Content => ({
    role: 'model',
    parts: [
      { text: said },
      ...calls.map(({ id, name, arguments: args }) => ({
        functionCall: { id, name, args },
        thoughtSignature,
      })),
    ],
  }),
  messagesIn: ({ contents }) => (Array.isArray(contents) ? contents : []),
  asList: (message) => [message],
  results: (behind) => {
    const [first, ...more]: readonly Content[] = behind.map(Object);
    const parts: readonly Part[] = first?.parts ?? [];
    const isOther = parts.some(({ functionResponse }) => functionResponse === undefined);
    if (first?.role !== 'user' || isOther || more.length > 0) return null;
    return {
      ids: parts.map((part) => part.functionResponse?.id),
      texts: parts.map(
        ({ functionResponse: { response } = {} }) => response?.['output'] ?? response?.['error'],
      ),
    };
  },
  says: (text) => [candidate([{ text }], 'STOP')],
  asks: (message) => {
    const { parts = [] }: Content = Object(message);
    return [...parts.map((part) => candidate([part])), candidate([{ text: '' }], 'STOP')];
  },
};

function chunk(delta: object, finish_reason: string | null = null): object {
  return { choices: [{ index: 0, delta, finish_reason }] };
}

function candidate(parts: readonly object[], finishReason?: string): object {
  return { candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }] };
}

export const strictVendors: Readonly<Record<VendorWire, StrictVendor>> = {
  openai,
  'openai-responses': responses,
  anthropic,
  gemini,
};
