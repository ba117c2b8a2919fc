import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { mockText } from '#test/mock/mock-provider.ts';
import { type OpenClient, scriptSteps } from '#test/openai/client-script.ts';
import { type Api, openApi } from '#test/world/api.ts';
import {
  ChatOpenAI,
  constructLlmApi,
  convertToModelMessages,
  createOpenAI,
  generateText,
  LlamaIndexOpenAI,
  readUIMessageStream,
  streamText,
} from './package/clients.js';

const langChain: OpenClient = (baseURL, apiKey) => {
  const model = new ChatOpenAI({ model: 'assistant', apiKey, configuration: { baseURL } });
  return {
    models: null,
    complete: async (messages) => (await model.invoke([...messages])).text,
    async *stream(messages, signal) {
      for await (const { text } of await model.stream([...messages], { ...(signal && { signal }) }))
        yield text;
    },
  };
};

/** What the editor extension Continue asks with. */
const continueDev: OpenClient = (apiBase, apiKey) => {
  const api = constructLlmApi({ provider: 'openai', apiKey, apiBase });
  if (api === undefined) throw new Error('the provider is unknown');
  const never = new AbortController().signal;
  return {
    models: async () => (await api.list()).map(({ id }) => id),
    async complete(messages) {
      const body = { model: 'assistant', messages: [...messages], stream: false } as const;
      return (await api.chatCompletionNonStream(body, never)).choices[0]?.message.content ?? '';
    },
    async *stream(messages, signal = never) {
      const body = { model: 'assistant', messages: [...messages], stream: true } as const;
      for await (const { choices } of api.chatCompletionStream(body, signal)) {
        yield choices[0]?.delta.content ?? '';
      }
    },
  };
};

/** The model that this client makes by default asks for responses. */
const aiSdk: OpenClient = (baseURL, apiKey) => {
  const model = createOpenAI({ baseURL, apiKey })('assistant');
  return {
    models: null,
    complete: async (messages) =>
      (await generateText({ model, messages: [...messages], maxRetries: 0 })).text,
    async *stream(messages, abortSignal) {
      const onError = ({ error }: { error: unknown }) => {
        throw error;
      };
      yield* streamText({ model, messages: [...messages], ...(abortSignal && { abortSignal }), onError })
        .textStream;
    },
  };
};

const llamaIndex: OpenClient = (baseURL, apiKey) => {
  /** It takes no signal, so what it asks with does. */
  const modelUntil = (signal?: AbortSignal) => {
    const asking: typeof fetch = (address, init) => fetch(address, { ...init, ...(signal && { signal }) });
    return new LlamaIndexOpenAI({
      model: 'assistant',
      apiKey,
      baseURL,
      maxRetries: 0,
      additionalSessionOptions: { fetch: asking },
    });
  };
  return {
    models: null,
    async complete(messages) {
      const { content } = (await modelUntil().chat({ messages: [...messages] })).message;
      assert.ok(typeof content === 'string');
      return content;
    },
    async *stream(messages, signal) {
      const pieces = await modelUntil(signal).chat({ messages: [...messages], stream: true });
      for await (const { delta } of pieces) yield delta;
    },
  };
};

describe('A large client for OpenAI’s API, with the address of this service', () => {
  let api: Api;
  before(async () => {
    api = await openApi();
  });
  after(() => api[Symbol.asyncDispose]());

  for (const [name, open] of Object.entries({
    '@langchain/openai': langChain,
    '@continuedev/openai-adapters': continueDev,
    '@ai-sdk/openai': aiSdk,
    '@llamaindex/openai': llamaIndex,
  })) {
    for (const step of scriptSteps) test(`${name} ${step.name}`, () => step.run(open, api));
  }

  test('@ai-sdk/openai continues with the messages of a page, which refer to earlier answers', async () => {
    const { key } = await api.partner({ openai_default_user: 'user-1' });
    const model = createOpenAI({ baseURL: api.urlOf().replace(/\/v1$/, '/openai/v1'), apiKey: key })(
      'assistant',
    );
    const history: Parameters<typeof convertToModelMessages>[0] = [];
    const questions = ['The first question', 'And the second?', 'And the third?'];
    for (const text of questions) {
      history.push({ role: 'user', parts: [{ type: 'text', text }] });
      const asked = streamText({ model, messages: await convertToModelMessages(history) });
      const pieces = await Array.fromAsync(readUIMessageStream({ stream: asked.toUIMessageStream() }));
      const answer = pieces.at(-1);
      assert.ok(answer !== undefined);
      history.push(answer);
    }
    const [, ...sent] = api.provider.calls.at(-1)?.messages ?? [];
    const said = questions.flatMap((content) => [
      { role: 'user', content },
      { role: 'assistant', content: mockText(5) },
    ]);
    assert.deepEqual(sent, said.slice(0, -1));
  });
});
