import { after, before, describe, test } from 'node:test';

import { type OpenClient, scriptSteps } from '#test/openai/client-script.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { ChatOpenAI, constructLlmApi } from './package/clients.js';

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

describe('A large client for OpenAI’s API, with the address of this service', () => {
  let api: Api;
  before(async () => {
    api = await openApi();
  });
  after(() => api[Symbol.asyncDispose]());

  for (const [name, open] of Object.entries({
    '@langchain/openai': langChain,
    '@continuedev/openai-adapters': continueDev,
  })) {
    for (const step of scriptSteps) test(`${name} ${step.name}`, () => step.run(open, api));
  }
});
