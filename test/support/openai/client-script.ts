import assert from 'node:assert/strict';
import { mockText } from '../mock/mock-provider.ts';
import type { Api } from '../world/api.ts';

export interface Said {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A library for OpenAI's API, with nothing changed but its address and key. */
export interface Client {
  /** Null where the library cannot list models. */
  readonly models: (() => Promise<readonly string[]>) | null;
  complete(messages: readonly Said[]): Promise<string>;
  stream(messages: readonly Said[], signal?: AbortSignal): AsyncIterable<string>;
}

export type OpenClient = (baseUrl: string, key: string) => Client;

const question = [{ role: 'user', content: 'The first question' }] as const;

/** What every client does, step by step. */
export const scriptSteps: readonly {
  readonly name: string;
  readonly run: (open: OpenClient, api: Api) => Promise<void>;
}[] = [
  {
    name: 'lists the models',
    async run(open, api) {
      const { models } = await clientOf(open, api);
      assert.ok(models === null || (await models()).includes('assistant'));
    },
  },
  {
    name: 'streams an answer',
    async run(open, api) {
      const { stream } = await clientOf(open, api);
      assert.equal(await textOf(stream(question)), mockText(5));
    },
  },
  {
    name: 'asks for a whole answer',
    async run(open, api) {
      const { complete } = await clientOf(open, api);
      assert.equal(await complete(question), mockText(5));
    },
  },
  {
    name: 'asks a second question, and the model gets what was said before',
    async run(open, api) {
      const { stream, complete } = await clientOf(open, api);
      const answer = await textOf(stream(question));
      const second = { role: 'user', content: 'And the second?' } as const;
      await complete([...question, { role: 'assistant', content: answer }, second]);
      const [, ...sent] = api.provider.calls.at(-1)?.messages ?? [];
      assert.deepEqual(sent, [...question, { role: 'assistant', content: answer }, second]);
    },
  },
  {
    name: 'stops an answer, and the model stops',
    async run(open, api) {
      const { stream } = await clientOf(open, api);
      api.provider.enqueue({ stallAfter: 1 });
      const calls = api.provider.received;
      const leaving = new AbortController();
      try {
        for await (const _ of stream(question, leaving.signal)) leaving.abort();
      } catch (error) {
        if (!isAbort(error)) throw error;
      }
      const call = await api.provider.waitForCall(calls + 1);
      assert.ok((await api.provider.waitForAbort(call)) > 0);
    },
  },
  {
    name: 'is told of a wrong key',
    async run(open, api) {
      const { complete } = open(baseUrlOf(api), 'parley_sk_of_nobody');
      await assert.rejects(complete(question), (error) => statusOf(error) === 401);
    },
  },
  {
    name: 'is told that the quota is used up',
    async run(open, api) {
      const partner = await api.partner({ openai_default_user: 'user-1', daily_limit: 0 });
      const before = await partner.traces();
      const { complete } = open(baseUrlOf(api), partner.key);
      await assert.rejects(complete(question), (error) => statusOf(error) === 429);
      assert.deepEqual(await partner.traces(), before);
    },
  },
];

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

async function clientOf(open: OpenClient, api: Api): Promise<Client> {
  const { key } = await api.partner({ openai_default_user: 'user-1' });
  return open(baseUrlOf(api), key);
}

function baseUrlOf(api: Api): string {
  return api.urlOf().replace(/\/v1$/, '/openai/v1');
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && /abort/i.test(`${error.name} ${error.message}`);
}

/** Libraries wrap the error of the response, some of them twice. */
function statusOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return null;
  const members = ['status', 'statusCode'].map((name): unknown => Reflect.get(error, name));
  return (
    members.find((value) => value !== undefined) ??
    statusOf(Reflect.get(error, 'lastError') ?? Reflect.get(error, 'cause'))
  );
}
