import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { mockText } from '#test/mock/mock-provider.ts';
import { type OpenClient, scriptSteps } from '#test/openai/client-script.ts';
import { plainPython } from '#test/openai/plain-python.ts';
import type { Api } from '#test/world/api.ts';
import { shareApi } from '#test/world/shared-service.ts';
import { createOpenAICompatible, generateText, streamText } from '#vendors/ai-sdk.ts';
import { OpenAI } from '#vendors/openai.ts';

const openai: OpenClient = (baseURL, apiKey) => {
  const client = new OpenAI({ baseURL, apiKey });
  return {
    models: async () => (await client.models.list()).data.map(({ id }) => id),
    async complete(messages) {
      const made = await client.chat.completions.create({ model: 'assistant', messages: [...messages] });
      return made.choices[0]?.message.content ?? '';
    },
    async *stream(messages, signal) {
      const chunks = await client.chat.completions.create(
        { model: 'assistant', messages: [...messages], stream: true },
        { ...(signal && { signal }) },
      );
      for await (const { choices } of chunks) yield choices[0]?.delta.content ?? '';
    },
  };
};

const aiSdk: OpenClient = (baseURL, apiKey) => {
  const model = createOpenAICompatible({ name: 'parley', baseURL, apiKey, includeUsage: true })('assistant');
  return {
    models: null,
    async complete(messages) {
      return (await generateText({ model, messages: [...messages], maxRetries: 0 })).text;
    },
    async *stream(messages, abortSignal) {
      const onError = ({ error }: { error: unknown }) => {
        throw error;
      };
      yield* streamText({ model, messages: [...messages], ...(abortSignal && { abortSignal }), onError })
        .textStream;
    },
  };
};

const clients: Readonly<Record<string, OpenClient>> = {
  openai,
  '@ai-sdk/openai-compatible': aiSdk,
  'plain Python': plainPython,
};

describe('A client for OpenAI’s API, with the address of this service', () => {
  let api: Api;
  before(async () => {
    api = await shareApi();
  });

  for (const [name, open] of Object.entries(clients)) {
    for (const step of scriptSteps) test(`${name} ${step.name}`, () => step.run(open, api));
  }

  /** The client of `openai`, whose first requests fail on the way or at the service. */
  async function failing(failures: readonly (() => Promise<Response>)[], columns: object = {}) {
    const partner = await api.partner({ openai_default_user: 'user-1', ...columns });
    const left = [...failures];
    let sent = 0;
    const client = new OpenAI({
      baseURL: api.urlOf().replace('/v1', '/openai/v1'),
      apiKey: partner.key,
      fetch: (url, init) => {
        sent += 1;
        return left.shift()?.() ?? fetch(url, init);
      },
    });
    const ask = () =>
      client.chat.completions.create({ model: 'assistant', messages: [{ role: 'user', content: 'Hello' }] });
    return { partner, ask, sent: () => sent };
  }

  test('openai repeats what failed on the way, and is charged once', async () => {
    const refusedConnection = () => Promise.reject(new TypeError('fetch failed'));
    const status = (code: number) => () =>
      Promise.resolve(new Response('{}', { status: code, headers: { 'retry-after-ms': '1' } }));
    for (const failures of [[refusedConnection], [status(429), status(502)]]) {
      const { partner, ask, sent } = await failing(failures);
      assert.equal((await ask()).choices[0]?.message.content, mockText(5));
      assert.equal(sent(), failures.length + 1);
      assert.equal((await partner.usage()).requests.used, 1);
    }
  });

  test('openai repeats what failed at the provider, and is charged once', async () => {
    const { partner, ask, sent } = await failing([]);
    api.provider.enqueue({ status: 409 });
    await ask();
    assert.equal(sent(), 2);
    assert.equal((await partner.usage()).requests.used, 1);
  });

  test('openai does not repeat what stays refused, or what was charged', async () => {
    const full = await failing([], { daily_limit: 0 });
    await assert.rejects(full.ask(), { status: 429 });
    assert.equal(full.sent(), 1);
    const refused = await failing([]);
    api.provider.enqueue({ status: 400 });
    await assert.rejects(refused.ask(), { status: 400 });
    assert.equal(refused.sent(), 1);
    const cut = await failing([]);
    api.provider.enqueue({ errorAfter: 1 });
    await assert.rejects(cut.ask(), { status: 502 });
    assert.equal(cut.sent(), 1);
    assert.equal((await cut.partner.usage()).requests.used, 1);
  });
});
