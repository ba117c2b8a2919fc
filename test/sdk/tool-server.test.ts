import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type SignedMessage, signed, signedMessage, toolSecret } from '#test/tools/signed-message.ts';
import { ConfigurationError, type ToolCall, ToolError, tool, toolServer } from '../../src/sdk/index.ts';

const calls: { readonly input: unknown; readonly call: ToolCall }[] = [];
const failures: unknown[] = [];

const findOrders = tool({
  name: 'find_orders',
  description: 'Finds the orders of the person who asks.',
  inputSchema: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['open', 'shipped'] },
      most: { type: 'integer', minimum: 1, maximum: 50 },
      tags: { type: 'array', items: { type: 'string', maxLength: 8 }, maxItems: 2 },
      note: { type: ['string', 'null'] },
    },
    required: ['status'],
  },
  run: (input, call) => {
    calls.push({ input, call });
    const status: 'open' | 'shipped' = input.status;
    const most: number | undefined = input.most;
    return { status, most: most ?? 10, of: call.externalUserId };
  },
});

const cancelOrder = tool({
  name: 'cancel_order',
  description: 'Cancels an order.',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  run: ({ id }) => {
    if (id === 'broken') throw new TypeError('the database is away: password hunter2');
    throw new ToolError(`There is no order ${id}.`);
  },
});

const server = toolServer({
  secret: toolSecret,
  tools: [findOrders, cancelOrder],
  onError: (error) => failures.push(error),
});

async function answerOf({ headers, body }: SignedMessage, handler = server) {
  const response = await handler.fetch(new Request('https://x.test/', { method: 'POST', headers, body }));
  const text = await response.text();
  return { status: response.status, ...(text === '' ? {} : JSON.parse(text)) };
}

const call = (name: string, input: unknown) =>
  answerOf(signedMessage('tools/call', { name, arguments: input }));

test('a signed call runs its tool with the person that Parley has signed, and its result is text', async () => {
  const { status, result } = await call('find_orders', { status: 'open' });
  assert.deepEqual([status, result.resultType, result.isError], [200, 'complete', undefined]);
  assert.deepEqual(result.content, [{ type: 'text', text: '{"status":"open","most":10,"of":"user-1"}' }]);
  assert.deepEqual(calls.at(-1), {
    input: { status: 'open' },
    call: {
      id: 'call_1',
      attempt: 1,
      externalUserId: 'user-1',
      facts: { plan: 'team' },
      agentSlug: 'assistant',
      conversationUuid: '0199c6a2-7f00-7a10-8b1c-4f0d5a6b7c01',
      jobUuid: '0199c6a2-7f01-7a10-8b1c-4f0d5a6b7c02',
      confirmedAt: null,
      livemode: true,
    },
  });
});

test('what was not signed with the secret, or another body, or long ago, reaches no tool', async () => {
  const before = calls.length;
  const params = { name: 'find_orders', arguments: { status: 'open' } };
  const message = signedMessage('tools/call', params);
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const wrong: readonly SignedMessage[] = [
    { ...message, body: message.body.replace('user-1', 'user-2') },
    { ...message, headers: { ...message.headers, 'webhook-id': 'call_2' } },
    { ...message, headers: { ...message.headers, 'webhook-signature': '' } },
    signedMessage('tools/call', params, { secret: other }),
    signedMessage('tools/call', params, { date: new Date(Date.now() - 310_000) }),
  ];
  for (const one of wrong) assert.equal((await answerOf(one)).status, 401);
  assert.equal(calls.length, before);
  const rotating = toolServer({ secret: [toolSecret, other], tools: [findOrders] });
  assert.equal((await answerOf(signedMessage('tools/list', {}, { secret: other }), rotating)).status, 200);
});

test('a page of another origin is refused, though it were signed', async () => {
  const sent = (origin: string) => signedMessage('tools/list', {}, { headers: { origin } });
  assert.equal((await answerOf(sent('https://evil.example'))).status, 403);
  const allowedOrigins = ['http://localhost:3000'];
  const local = toolServer({ secret: toolSecret, tools: [findOrders], allowedOrigins });
  assert.equal((await answerOf(sent('http://localhost:3000'), local)).status, 200);
  assert.equal((await answerOf(sent('null'), local)).status, 403);
});

test('wrong arguments are told to the model, and the tool does not run', async () => {
  const before = calls.length;
  const wrong: readonly [unknown, RegExp][] = [
    [{}, /^The argument \/status is required\.$/],
    [{ status: 'lost' }, /status must be one of \["open"/],
    [{ status: 'open', most: 1.5 }, /most must be a whole number/],
    [{ status: 'open', most: 51 }, /most must be at most 50/],
    [{ status: 'open', most: 0 }, /most must be at least 1/],
    [{ status: 'open', tags: ['a', 'much too long'] }, /tags\/1 must have at most 8 characters/],
    [{ status: 'open', tags: ['a', 'b', 'c'] }, /tags must have at most 2 items/],
    [{ status: 'open', user: 'user-2' }, /user is not known/],
    [[], /^The arguments must be an object\.$/],
  ];
  for (const [input, words] of wrong) {
    const { status, result } = await call('find_orders', input);
    assert.deepEqual([status, result.isError], [200, true]);
    assert.match(result.content[0].text, words);
  }
  assert.equal(calls.length, before);
  for (const input of [
    { status: 'open', note: null },
    { status: 'open', tags: [] },
  ]) {
    assert.equal((await call('find_orders', input)).result.isError, undefined);
  }
});

test('a ToolError is told to the model; anything else is no result, and says nothing of itself', async () => {
  const refused = await call('cancel_order', { id: '17' });
  assert.deepEqual([refused.status, refused.result.isError], [200, true]);
  assert.equal(refused.result.content[0].text, 'There is no order 17.');
  const failed = await call('cancel_order', { id: 'broken' });
  assert.deepEqual([failed.status, failed.result, failed.error.code], [500, undefined, -32603]);
  assert.doesNotMatch(JSON.stringify(failed), /hunter2/);
  assert.match(String(failures.at(-1)), /hunter2/);
});

test('a call that does not say who asks reaches no tool', async () => {
  const before = calls.length;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'find_orders', arguments: { status: 'open' }, _meta };
  const { status, error } = await answerOf(signedMessage('tools/call', params));
  assert.deepEqual([status, error.code, calls.length], [400, -32602, before]);
});

test('headers that do not say what the body says are refused', async () => {
  const params = { name: 'find_orders', arguments: { status: 'open' } };
  const base64 = `=?base64?${Buffer.from('find_orders').toString('base64')}?=`;
  const headers: readonly [Readonly<Record<string, string>>, number | undefined][] = [
    [{ 'mcp-name': base64 }, undefined],
    [{ 'mcp-name': 'cancel_order' }, -32020],
    [{ 'mcp-name': '' }, -32020],
    [{ 'mcp-method': 'tools/list' }, -32020],
    [{ 'mcp-protocol-version': '2025-11-25' }, -32020],
  ];
  for (const [own, code] of headers) {
    const { error } = await answerOf(signedMessage('tools/call', params, { headers: own }));
    assert.equal(error?.code, code, JSON.stringify(own));
  }
});

test('what is no request of the protocol is refused by its rules', async () => {
  assert.equal((await answerOf(signed('{'))).error.code, -32700);
  assert.equal((await answerOf(signed('[]'))).error.code, -32700);
  assert.equal((await answerOf(signed('{"id":1,"method":"tools/list"}'))).error.code, -32600);
  const notification = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
  assert.deepEqual(await answerOf(signed(notification)), { status: 202 });
  const initialize = await answerOf(signed('{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}}'));
  assert.deepEqual([initialize.status, initialize.id, initialize.error.code], [400, 7, -32602]);
  assert.match(initialize.error.message, /2026-07-28/);
  assert.equal((await answerOf(signed('a'.repeat(300_000)))).status, 413);
  const unknown = await call('drop_tables', {});
  assert.equal(unknown.error.code, -32602);
  const got = await server.fetch(new Request('https://x.test/'));
  assert.deepEqual([got.status, got.headers.get('allow')], [405, 'POST']);
});

test('a server that could take anything, or that hides a tool, cannot be made', () => {
  assert.throws(() => toolServer({ secret: '', tools: [] }), ConfigurationError);
  assert.throws(
    () => toolServer({ secret: toolSecret, tools: [findOrders, findOrders] }),
    ConfigurationError,
  );
});

export const breaks: readonly Break[] = [
  {
    rule: 'A tool server refuses a page of another origin',
    file: 'src/sdk/tools/tool-server.ts',
    replace: "if (origin !== '' && !allowedOrigins.includes(origin)) {",
    by: "if (origin === '-') {",
  },
  {
    rule: 'The message of an error that a tool did not mean to tell stays at the partner',
    file: 'src/sdk/tools/answer-message.ts',
    replace: 'if (error instanceof ToolError) return',
    by: 'if (error instanceof Error) return',
  },
  {
    rule: 'A tool does not run with arguments that its schema does not describe',
    file: 'src/sdk/tools/argument-schema.ts',
    replace: 'return problemOfArguments(schema, value) === null;',
    by: 'return true;',
  },
  {
    rule: 'A call that says nobody as whom it is made reaches no tool',
    file: 'src/sdk/tools/answer-message.ts',
    replace: 'if (signed === undefined) {',
    by: "if (params.name === '') {",
  },
];
