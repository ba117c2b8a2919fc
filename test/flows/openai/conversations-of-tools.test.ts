import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { complete, refusedWith, said, storedMessages } from '#test/openai/completion.ts';
import { readAnswer } from '#test/reading/answered.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';
import { OpenAI } from '#vendors/openai.ts';

const asked = { model: 'assistant', input: 'A question' };

/** How tools for OpenAI's API go on with what was answered, and read it again. */
describe('Conversations of tools below /openai/v1', () => {
  let api: Api;
  let partner: Partner;
  let client: OpenAI;
  before(async () => {
    api = await shareApi();
    partner = await api.partner({ openai_default_user: 'user-1' });
    client = new OpenAI({ baseURL: api.urlOf().replace('/v1', '/openai/v1'), apiKey: partner.key });
  });

  const itemOf = (response: OpenAI.Responses.Response) =>
    ({ type: 'item_reference', id: response.output[0]?.id ?? '' }) as const;

  test('a reference to an item stands for the stored answer of the same owner', async () => {
    const first = await client.responses.create(asked);
    const question = { role: 'user', content: 'A question' } as const;
    const second = { role: 'user', content: 'Another' } as const;
    const next = await client.responses.create({ ...asked, input: [question, itemOf(first), second] });
    const [, ...sent] = api.provider.calls.at(-1)?.messages ?? [];
    const answer = { role: 'assistant', content: mockText(5) };
    assert.deepEqual(sent, [question, answer, second]);
    const third = [question, itemOf(first), second, itemOf(next), question];
    await client.responses.create({ ...asked, input: third });
    const [, ...all] = api.provider.calls.at(-1)?.messages ?? [];
    assert.deepEqual(all, [question, answer, second, answer, question]);
  });

  test('a reference to an item of others is answered like one to none', async () => {
    const own = itemOf(await client.responses.create(asked));
    const other = await api.partner({ openai_default_user: 'user-1' });
    const ask = async (by: Partner, id: unknown, user: string) => {
      const input = [{ type: 'item_reference', id }, said('user', 'And then?')];
      return by.post('/../openai/v1/responses', { ...asked, input, user });
    };
    const before = await partner.traces();
    for (const refused of [
      await ask(partner, own.id, 'user-2'),
      await ask(other, own.id, 'user-1'),
      await ask(partner, `msg_${randomUUID()}`, 'user-1'),
      await ask(partner, 'msg_none', 'user-1'),
      await ask(partner, 7, 'user-1'),
    ]) {
      assert.deepEqual(refusedWith(refused), [404, 'message_not_found', 'input[0]']);
      assert.match(JSON.parse(refused.text).error.message, /There is no item with the id (msg_|7)/);
    }
    assert.deepEqual(await partner.traces(), before);
    assert.equal((await ask(partner, own.id, 'user-1')).status, 200);
  });

  test('references to more text than a request may send are refused, however often they name it', async () => {
    api.provider.enqueue({ deltas: 100, deltaLength: 1_024 });
    const long = itemOf(await client.responses.create(asked));
    const ask = (items: readonly object[]) =>
      partner.post('/../openai/v1/responses', { ...asked, input: [...items, said('user', 'And then?')] });
    const repeated = (times: number) => Array.from({ length: times }, () => long);
    const unknown = Array.from({ length: 2_001 }, () => ({ ...long, id: `msg_${randomUUID()}` }));
    const before = await partner.traces();
    assert.equal((await ask(repeated(45))).status, 413);
    assert.equal((await ask(unknown)).status, 413, 'no more are looked for than a request may bring along');
    assert.deepEqual(await partner.traces(), before);
    assert.equal((await ask(repeated(30))).status, 200);
  });

  test('a history of two thousand messages and four megabytes is taken, and its newest part is sent', async () => {
    const history = Array.from({ length: 2_000 }, (_, index) =>
      said(index % 2 === 0 ? 'user' : 'assistant', `${index} ${'x'.repeat(2_000)}`),
    );
    const messages = [...history, said('user', 'The last')];
    assert.ok(JSON.stringify(messages).length > 4_000_000);
    const answer = await complete(partner, { messages });
    assert.equal(answer.status, 200, answer.text);
    const [, ...sent] = api.provider.calls.at(-1)?.messages ?? [];
    assert.deepEqual(sent, messages.slice(-sent.length));
    assert.ok(sent.length > 10 && sent.length < 1_000, String(sent.length));
    assert.equal(sent[0]?.role, 'user');
    const stored = await storedMessages(api, answer.headers.get('x-conversation-id') ?? '');
    assert.equal(stored.length, 2_002);
  });

  test('a larger body is refused with the limit', async () => {
    const refused = await complete(partner, { messages: [said('user', 'x'.repeat(4_300_000))] });
    assert.equal(JSON.parse(refused.text).error.message, 'A body may have at most 4194304 bytes.');
    const prompt = { prompt: 'x'.repeat(600_000), context: { external_user_id: 'user-1' } };
    const { status, text } = await partner.post('/stream', prompt);
    assert.deepEqual([status, JSON.parse(text).detail], [413, 'A body may have at most 524288 bytes.']);
  });

  test('a response is read again as events, whole or after the last one that was read', async () => {
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of await client.responses.create({ ...asked, stream: true })) events.push(event);
    const [first] = events;
    const id = first?.type === 'response.created' ? first.response.id : '';
    const read = async (starting_after?: number) => {
      const query = { stream: true as const, ...(starting_after !== undefined && { starting_after }) };
      const found = [];
      for await (const event of await client.responses.retrieve(id, query)) found.push(event);
      return found;
    };
    const textIn = (some: readonly OpenAI.Responses.ResponseStreamEvent[]) =>
      some.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');
    assert.equal(textIn(await read()), mockText(5));
    for (const [place, { sequence_number }] of events.entries()) {
      const rest = await read(sequence_number);
      assert.ok(rest.every((event) => event.sequence_number > sequence_number));
      assert.equal(textIn(events.slice(0, place + 1)) + textIn(rest), mockText(5));
      const last = rest.at(-1);
      if (place === events.length - 1) assert.deepEqual(rest, []);
      else assert.match(JSON.stringify(last), new RegExp(`^.*"response.completed".*"text":"${mockText(5)}"`));
    }
  });

  test('a response that is being written is followed to its end', async () => {
    api.provider.enqueue({ stallAfter: 1 });
    const calls = api.provider.received;
    const slow = await client.responses.create({ ...asked, background: true });
    await api.provider.waitForCall(calls + 1);
    const types: string[] = [];
    for await (const event of await client.responses.retrieve(slow.id, { stream: true })) {
      types.push(event.type);
      if (event.type === 'response.output_text.delta') await client.responses.cancel(slow.id);
    }
    assert.deepEqual([types[0], types.at(-1)], ['response.created', 'response.failed']);
  });

  test('what clients ask for beside a response is taken, and nothing else', async () => {
    const { id } = await client.responses.create(asked);
    const include = ['message.output_text.logprobs', 'reasoning.encrypted_content'] as const;
    const read = await client.responses.retrieve(id, { include: [...include], stream: false });
    assert.equal(read.output_text, mockText(5));
    const at = async (query: string) =>
      readAnswer(await partner.request('GET', `/../openai/v1/responses/${id}?user=user-1&${query}`));
    for (const query of [
      'include=a',
      'include=a&include=b',
      'include[]=a',
      'include%5B%5D=a',
      'stream=false',
    ]) {
      assert.equal((await at(query)).status, 200, query);
    }
    assert.match((await at('stream=true')).text, /event: response\.completed/);
    for (const query of [
      'stream=1',
      'stream=true&stream=true',
      'starting_after=x',
      'safety_identifier[]=user-1',
      'no=1',
    ]) {
      assert.equal((await at(query)).status, 400, query);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A reference to an item is one of the same owner',
    file: 'src/adapters/postgres/turns/response-store.ts',
    replace: 'and t.external_user_id = $2',
    by: 'and t.external_user_id <> $2 || $2',
  },
  {
    rule: 'A reference to an item is one of the same client',
    file: 'src/adapters/postgres/turns/response-store.ts',
    replace: 'where t.client_id = $1 and t.id',
    by: 'where t.client_id >= 0 * $1 and t.id',
  },
  {
    rule: 'A reference to an item that is not there is refused',
    file: 'src/core/openai/stored-items.ts',
    replace: 'if (content === undefined) throw',
    by: 'if (content === null) throw',
  },
  {
    rule: 'A reference to an item finds the turn of its moment',
    file: 'src/adapters/postgres/turns/response-store.ts',
    replace: 'const madeWithinMs = 250;',
    by: 'const madeWithinMs = -250;',
  },
  {
    rule: 'References to answers bring no more text along than a body may',
    file: 'src/core/openai/stored-items.ts',
    replace: 'if (bytes > mostBytes) throw',
    by: 'if (bytes < 0) throw',
  },
  {
    rule: 'No more references are looked up than messages may come along',
    file: 'src/core/openai/stored-items.ts',
    replace: 'if (ids.length > limits.importedMessages) throw',
    by: 'if (ids.length < 0) throw',
  },
  {
    rule: 'An item that is not there is 404 below /openai/v1',
    file: 'src/contract/openai/errors.ts',
    replace: "['agent_not_allowed', 'message_not_found'];",
    by: "['agent_not_allowed'];",
  },
  {
    rule: 'Clients of OpenAI’s API may send four megabytes',
    file: 'src/http/routing/route.ts',
    replace: '...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),',
    by: '',
  },
  {
    rule: 'Clients of OpenAI’s API may send two thousand messages',
    file: 'src/contract/limits.ts',
    replace: 'importedMessages: 2_000,',
    by: 'importedMessages: 1_999,',
  },
  {
    rule: 'The refusal of a body that is too large says how large it may be',
    file: 'src/http/server/problem.ts',
    replace: 'errors.bodyTooLarge(routeOptions.bodyLimit)',
    by: 'errors.bodyTooLarge(routeOptions.bodyLimit === 0 ? 0 : undefined)',
  },
  {
    rule: 'The number of an event follows from its place in the text',
    file: 'src/http/openai/response-sink.ts',
    replace: 'this.#number = numberAt(cursor) + 1;',
    by: 'this.#number += 1;',
  },
  {
    rule: 'A reader who continues gets the text after what it has',
    file: 'src/http/openai/response-sink.ts',
    replace: 'if (bytes <= from) return text;',
    by: 'if (bytes >= 0) return text;',
  },
  {
    rule: 'A reader who continues gets no event twice',
    file: 'src/http/openai/response-sink.ts',
    replace: "if (number <= this.#known) return '';",
    by: '',
  },
  {
    rule: 'A response is streamed where stream=true asks for it',
    file: 'src/http/openai/responses.ts',
    replace: "if (query.stream === 'true') {",
    by: 'if (query.stream !== undefined) {',
  },
  {
    rule: 'A list in a query may be sent value by value, and nothing else',
    file: 'src/http/routing/query.ts',
    replace: 'return property !== undefined && isList(property) ? name : null;',
    by: 'return name;',
  },
  {
    rule: 'The values of a list in a query are collected',
    file: 'src/http/routing/query.ts',
    replace: 'else if (isList(property)) query',
    by: "else if (isList(property) && name === '') query",
  },
];
