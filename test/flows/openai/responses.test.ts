import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { complete, completionBody, eventsIn, refusedWith, said } from '#test/openai/completion.ts';
import { readAnswer } from '#test/reading/answered.ts';
import { openSocket, readToClose } from '#test/reading/raw-http.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';
import { OpenAI } from '#vendors/openai.ts';

const asked = { model: 'assistant', input: 'A question' };

describe('POST /openai/v1/responses, by the client of OpenAI, and refusals of both forms', () => {
  let api: Api;
  let partner: Partner;
  let client: OpenAI;
  before(async () => {
    api = await shareApi();
    partner = await api.partner({ openai_default_user: 'user-1' });
    client = new OpenAI({ baseURL: api.urlOf().replace('/v1', '/openai/v1'), apiKey: partner.key });
  });

  const prompts = () => api.provider.calls.at(-1)?.messages.map(({ content }) => content) ?? [];
  const final = async (id: string) => {
    await partner.finalJob(id.replace('resp_', ''));
    return client.responses.retrieve(id);
  };

  test('answers, and continues the conversation of a response', async () => {
    const first = await client.responses.create({ ...asked, instructions: 'Be brief.' });
    assert.deepEqual([first.status, first.output_text], ['completed', mockText(5)]);
    assert.match(prompts()[0] ?? '', /Be brief\.$/);
    assert.ok((first.usage?.total_tokens ?? 0) > 0);
    const next = await client.responses.create({
      ...asked,
      input: 'Another',
      previous_response_id: first.id,
    });
    assert.equal(next.conversation?.id, first.conversation?.id);
    assert.deepEqual(prompts().slice(1), ['A question', mockText(5), 'Another']);
    // Once its question is replaced, a response leads to the conversation as it is then.
    const conversation_uuid = first.conversation?.id.replace('conv_', '') ?? '';
    const stored = await partner.get(`/conversations/${conversation_uuid}?external_user_id=user-1`);
    const replaces = JSON.parse(stored.text).messages[0].message_uuid;
    await partner.send({ prompt: 'Instead', conversation_uuid, options: { replaces } });
    await client.responses.create({ ...asked, input: 'Then', previous_response_id: first.id });
    assert.deepEqual(prompts().slice(1), ['Instead', mockText(5), 'Then']);
    const called = { type: 'function_call_output', call_id: 'x', output: 'x' } as const;
    await client.responses.create({
      ...asked,
      input: [called, { role: 'user', content: 'A question' }],
      conversation: first.conversation?.id ?? '',
    });
    assert.equal(prompts().length, 6);
    const earlier = [said('user', 'One'), said('assistant', 'Two'), said('user', 'Three')];
    await partner.post('/../openai/v1/responses', { ...asked, input: earlier });
    assert.deepEqual(prompts().slice(1), ['One', 'Two', 'Three']);
  });

  test('streams typed events with numbers that rise', async () => {
    const events = [];
    for await (const event of await client.responses.create({ ...asked, stream: true })) events.push(event);
    const numbers = events.map(({ sequence_number }) => sequence_number);
    assert.deepEqual(numbers.slice(0, 4), [0, 1, 2, 3]);
    assert.ok(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0)));
    const types = events.map(({ type }) => type).filter((type) => type !== 'response.output_text.delta');
    const names = ['created', 'in_progress', 'output_item.added', 'content_part.added', 'output_text.done'];
    assert.deepEqual(
      types,
      [...names, 'content_part.done', 'output_item.done', 'completed'].map((name) => `response.${name}`),
    );
    const deltas = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : ''));
    assert.equal(deltas.join(''), mockText(5));
    assert.equal((await client.responses.stream(asked).finalResponse()).output_text, mockText(5));
  });

  test('says in the stream that an answer broke off', async () => {
    api.provider.enqueue({ errorAfter: 2 });
    const types: string[] = [];
    for await (const { type } of await client.responses.create({ ...asked, stream: true })) types.push(type);
    assert.equal(types.at(-1), 'response.failed');
  });

  test('queues an answer in the background, which is read and cancelled later', async () => {
    const queued = await client.responses.create({ ...asked, background: true, store: true });
    assert.ok(['queued', 'in_progress', 'completed'].includes(queued.status ?? ''));
    const done = await final(queued.id);
    assert.deepEqual([done.status, done.background, done.output_text], ['completed', true, mockText(5)]);
    api.provider.enqueue({ stallAfter: 1 });
    const calls = api.provider.received;
    const slow = await client.responses.create({ ...asked, background: true });
    await api.provider.waitForCall(calls + 1);
    await client.responses.cancel(slow.id);
    assert.equal((await final(slow.id)).status, 'cancelled');
    assert.equal((await client.responses.cancel(done.id)).status, 'completed');
    // As the client for Python sends it: a type, and no body.
    const { host, port } = new URL(api.urlOf());
    const socket = openSocket(Number(port));
    socket.write(
      `POST /openai/v1/responses/${done.id}/cancel HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n` +
        `Authorization: Bearer ${partner.key}\r\nContent-Type: application/json\r\nContent-Length: 0\r\n\r\n`,
    );
    assert.match(await readToClose(socket), /^HTTP\/1\.1 200 /);
    const events = [];
    const stream = await client.responses.create({ ...asked, background: true, stream: true });
    for await (const { type } of stream) events.push(type);
    assert.equal(events.at(-1), 'response.completed');
  });

  test('refuses what it cannot do, and answers for others what it answers for unknown ids', async () => {
    const own = await client.responses.create(asked);
    const before = await partner.traces();
    const told = async (body: object, user = 'user-1') =>
      refusedWith(await partner.post('/../openai/v1/responses', { ...asked, user, ...body }));
    const unsupported = (param: string) => [400, 'unsupported_parameter', param];
    const tools = [{ type: 'web_search' }];
    assert.deepEqual(await told({ tools }), unsupported('tools'));
    assert.deepEqual(await told({ text: { format: { type: 'json_schema' } } }), unsupported('text.format'));
    assert.deepEqual(await told({ input: [{ type: 'function_call_output' }] }), unsupported('input[0].type'));
    assert.deepEqual(await told({ prompt: {} }), unsupported('prompt'));
    assert.deepEqual(await told({ input: 'x'.repeat(32_001) }), [400, 'prompt_too_long', 'input']);
    const unknown = `resp_${randomUUID()}`;
    for (const previous_response_id of [own.id, unknown, 'x']) {
      const answer = await told({ previous_response_id }, 'user-2');
      assert.deepEqual(answer, [404, 'response_not_found', null]);
    }
    const read = async (id: string, user: string) => {
      const { status, text } = await partner.get(`/../openai/v1/responses/${id}?user=${user}`);
      return [status, text];
    };
    const missing = await read(unknown, 'user-2');
    assert.deepEqual(await read(own.id, 'user-2'), missing);
    assert.deepEqual(await read('x', 'user-2'), missing);
    assert.deepEqual(
      refusedWith(await partner.post(`/../openai/v1/responses/${own.id}/cancel?user=user-2`, undefined)),
      [404, 'response_not_found', null],
    );
    assert.equal((await read(own.id, 'user-1'))[0], 200);
    assert.deepEqual(await partner.traces(), before);
    const named = await api.partner();
    const nobody = await named.get(`/../openai/v1/responses/${own.id}`);
    assert.deepEqual(refusedWith(nobody), [400, 'external_user_id_required', 'safety_identifier']);
  });

  test('survives a body that is nested deeper than a stack', async () => {
    const keyed = { headers: { 'idempotency-key': 'deep' } };
    const send = async (members: string, options = {}) => {
      const messages = '[{"role":"user","content":"x"}]';
      const body = `{"model":"assistant","user":"user-1","messages":${messages},${members}}`;
      return readAnswer(await partner.request('POST', '/../openai/v1/chat/completions', body, options));
    };
    const nested = '['.repeat(20_000) + ']'.repeat(20_000);
    assert.equal((await send(`"seed":${nested}`, keyed)).status, 200);
    for (const options of [{}, keyed]) {
      const refused = await send(`"metadata":{"deep":${nested}}`, options);
      assert.deepEqual(refusedWith(refused), [400, 'validation_error', 'metadata']);
    }
  });

  test('says what is accepted instead of what it refuses', async () => {
    const told = async (body: object) =>
      JSON.parse((await complete(partner, { ...body })).text).error.message;
    const image = said('user', [{ type: 'image_url' }]);
    assert.equal(await told({ n: 2 }), 'n: is not offered here: send 1, or leave it out');
    assert.match(await told({ messages: [said('x', 'x')] }), /must be user, assistant, system or developer$/);
    assert.match(await told({ messages: [image] }), /^messages\[0\]\.content\[0\]\.type: must be text/);
  });

  test('answers an unknown path in the same form, after checking the key', async () => {
    const at = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const { status, text } = await partner.post('/../openai/v1/embeddings', completionBody(), { headers });
      return [status, JSON.parse(text).error.code];
    };
    assert.deepEqual(await at(partner.key), [404, 'not_found']);
    assert.deepEqual(await at('x'), [401, 'invalid_api_key']);
  });

  test('says of an answer that was stopped who stopped it, and not to repeat it', async () => {
    api.provider.enqueue({ stallAfter: 1 });
    const calls = api.provider.received;
    const answer = complete(partner);
    await api.provider.waitForCall(calls + 1);
    const [turn] = await api.database.query<{ id: string }>(
      `select id from turns where client_id = $1 and state = 'running'`,
      [partner.client.id],
    );
    await client.responses.cancel(`resp_${turn?.id}`);
    const stopped = await answer;
    assert.deepEqual(refusedWith(stopped), [409, 'cancelled', null]);
    assert.deepEqual(
      ['x-should-retry', 'retry-after'].map((name) => stopped.headers.get(name)),
      ['false', undefined],
    );
  });

  test('words refusals for its own parameters', async () => {
    const told = async (body: unknown) => {
      const { text } = await partner.post('/../openai/v1/chat/completions', body);
      const { message, param } = JSON.parse(text).error;
      return [param, message];
    };
    assert.deepEqual(await told('[]'), [null, 'The body must be an object: write {} instead of [].']);
    assert.deepEqual(await told(completionBody({ metadata: { deep_dive: true } })), [
      'metadata.deep_dive',
      'metadata.deep_dive: must be the text "true" or "false"',
    ]);
    assert.deepEqual(await told(completionBody({ safety_identifier: 'one' })), [
      'user',
      'user: names a different end user than the rest of the request',
    ]);
  });

  test('estimates the tokens of a completion that the provider did not count', async () => {
    const uncounted = await api.partner({ model: 'openai/mock:nousage' });
    const { usage } = JSON.parse((await complete(uncounted)).text);
    assert.ok(usage.prompt_tokens > 4 && usage.completion_tokens > 4, JSON.stringify(usage));
    assert.equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens);
    const streamed = await complete(uncounted, { stream: true, stream_options: { include_usage: true } });
    assert.deepEqual(JSON.parse(eventsIn(streamed).at(-2) ?? '{}').usage, usage);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A parameter that is nested too deep is refused',
    file: 'src/core/openai/honoured-members.ts',
    replace: 'if (isDeeperThan(limits.nestedLevels, value)) {',
    by: 'if (isDeeperThan(1_000_000, value)) {',
  },
  {
    rule: 'Tokens that the provider did not count are estimated',
    file: 'src/core/openai/present-completion.ts',
    replace: 'output ?? tokensOfBytes(bytes.answered)',
    by: 'output ?? 0',
  },
  {
    rule: 'An answer that was cancelled is no fault of the service',
    file: 'src/contract/openai/errors.ts',
    replace: 'return 409;',
    by: 'return 503;',
  },
  {
    rule: 'A response is read by its owner',
    file: 'src/http/openai/responses.ts',
    replace: "const record = await findJob(services.turns, owner, uuidIn(params['response'], 'resp_'));",
    by: "const record = await findJob(services.turns, { ...owner, userId: 'user-1' }, uuidIn(params['response'], 'resp_'));",
  },
  {
    rule: 'The format of a response is text',
    file: 'src/core/openai/read-response.ts',
    replace: "if (format !== 'text')",
    by: "if (format === '')",
  },
];
