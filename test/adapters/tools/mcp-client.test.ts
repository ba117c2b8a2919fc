import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { McpClient } from '#adapters/tools/mcp-client.ts';
import { WebhookAddresses } from '#core/webhooks/webhook-addresses.ts';
import type { Break } from '#test/break.ts';
import { requestAt, sign, testSigningSecret } from '#test/tools/callable-tool.ts';
import {
  answerJson,
  answerText,
  client,
  options,
  publicOrigin,
  textResult,
} from '#test/tools/raw-answers.ts';
import { startToolServer } from '#test/tools/tool-server.ts';
import { byteServers } from '#test/webhooks/serve-bytes.ts';

const none = new AbortController().signal;

describe('A call to a tool', () => {
  const { serve, close } = byteServers();
  after(close);

  const answering = async (bytesOf: (id: string) => string) =>
    (await serve((socket, begin) => socket.end(bytesOf(/"id":"([^"]+)"/.exec(begin)?.[1] ?? '')))).url;
  const outcomeOf = async (bytesOf: (id: string) => string) => {
    const { outcome, errorCode } = await client.call(requestAt(await answering(bytesOf)), sign, none);
    return [outcome, errorCode];
  };

  test('is understood by the official server, as JSON and as events, with what the protocol asks for', async () => {
    for (const mode of ['auto', 'sse'] as const) {
      await using server = await startToolServer(mode);
      const inputSchema = { properties: { status: { type: 'string', 'x-mcp-header': 'Status' } } };
      const request = requestAt(server.url, { inputSchema, arguments: { status: 'open' } });
      const answer = await client.call(request, sign, none);
      assert.deepEqual(
        [answer.outcome, answer.text, answer.errorCode],
        ['result', '1001 is open', null],
        mode,
      );
      const [{ headers, body } = assert.fail('nothing was sent')] = server.requests;
      assert.deepEqual(
        ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-param-status', 'webhook-id'].map(
          (name) => headers[name],
        ),
        ['2026-07-28', 'tools/call', 'find_orders', 'open', 'call_1'],
      );
      const { 'dev.parley/call': about, 'io.modelcontextprotocol/clientInfo': parley } =
        JSON.parse(body).params._meta;
      assert.deepEqual(parley, { name: 'Parley', version: '1.0.0' });
      assert.deepEqual(about, {
        ...{ external_user_id: 'user-1', facts: { plan: 'gold' }, agent_slug: 'assistant', attempt: 2 },
        ...{ conversation_uuid: null, job_uuid: null, confirmed_at: null, livemode: true },
      });
      new Webhook(testSigningSecret).verify(body, headers);
      assert.throws(() => new Webhook(testSigningSecret).verify(body.replace('user-1', 'user-2'), headers));
    }
  });

  test('that its server calls failed has failed, and so has one that asks for more', async () => {
    await using server = await startToolServer();
    const inputSchema = { properties: { order_id: { type: 'string' } } };
    const cancel = requestAt(server.url, { inputSchema, arguments: { order_id: '2' } });
    const tool = { ...cancel.tool, name: 'cancel_order' };
    const refused = await client.call({ ...cancel, tool }, sign, none);
    assert.deepEqual([refused.outcome, refused.text], ['error', 'no such order']);
    const unknown = await client.call({ ...cancel, tool: { ...tool, name: 'no_such' } }, sign, none);
    assert.deepEqual([unknown.outcome, unknown.errorCode], ['error', 'error_-32602']);
    const jsonrpc = '2.0';
    assert.deepEqual(
      await outcomeOf(
        answerJson((id) => ({ jsonrpc, id, result: { resultType: 'input_required', inputRequests: {} } })),
      ),
      ['error', 'input_required'],
    );
    assert.deepEqual(
      await outcomeOf(
        answerJson(() => ({ jsonrpc, error: { code: -32020, message: 'no' } }), '400 Bad Request'),
      ),
      ['error', 'error_-32020'],
    );
  });

  test('is unclear after anything that is no answer to it', async () => {
    const jsonrpc = '2.0';
    const result = textResult('done');
    const cases: readonly [string, (id: string) => string, string][] = [
      [
        'a status of 500, whatever it says',
        answerJson((id) => ({ jsonrpc, id, result }), '500 No'),
        'http_500',
      ],
      ['an error in a 502', answerJson((id) => ({ jsonrpc, id, error: { code: 1 } }), '502 No'), 'http_502'],
      ['a 410', () => answerText('410 Gone', 'text/plain', ''), 'http_410'],
      ['a redirect', () => 'HTTP/1.1 307 No\r\nlocation: http://127.0.0.1/\r\n\r\n', 'http_307'],
      ['a page', () => answerText('404 Not Found', 'text/html', '<p>'), 'http_404'],
      ['text', () => answerText('200 OK', 'application/json', 'done'), 'invalid_answer'],
      ['the answer to another request', answerJson(() => ({ jsonrpc, id: 'x', result })), 'invalid_answer'],
      [
        'a result of an unknown type',
        answerJson((id) => ({ jsonrpc, id, result: { ...result, resultType: 'x' } })),
        'invalid_answer',
      ],
      ['a result without content', answerJson((id) => ({ jsonrpc, id, result: {} })), 'invalid_answer'],
      ['a list of results', answerJson((id) => [{ jsonrpc, id, result }]), 'invalid_answer'],
      ['a result in a 404', answerJson((id) => ({ jsonrpc, id, result }), '404 No'), 'http_404'],
      ['a result of another protocol', answerJson((id) => ({ id, result })), 'invalid_answer'],
      [
        'an error of another request',
        answerJson(() => ({ jsonrpc, id: 'x', error: { code: 1 } })),
        'invalid_answer',
      ],
      [
        'an error without a code',
        answerJson((id) => ({ jsonrpc, id, error: { code: 1.5 } })),
        'invalid_answer',
      ],
      [
        'a packed answer',
        (id) =>
          answerJson(() => ({ jsonrpc, id, result }))(id).replace('\r\n', '\r\ncontent-encoding: gzip\r\n'),
        'invalid_answer',
      ],
      [
        'a stream without an answer',
        () => answerText('200 OK', 'text/event-stream', 'data: {}\n\n'),
        'invalid_answer',
      ],
      [
        'an answer that is cut',
        () => 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
        'UND_ERR_SOCKET',
      ],
    ];
    for (const [name, bytesOf, code] of cases)
      assert.deepEqual(await outcomeOf(bytesOf), ['unclear', code], name);
  });

  test('is read of a stream behind notifications, whatever comes after it', async () => {
    const message = (members: object) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...members })}\n\n`;
    const url = (
      await serve((socket, begin) => {
        const id = /"id":"([^"]+)"/.exec(begin)?.[1];
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: hello\r\n\r\n');
        socket.write(message({ method: 'notifications/progress', params: {} }));
        socket.write(message({ id: 7, method: 'sampling/createMessage' }));
        // It never ends.
        socket.write(message({ id, result: textResult('done') }));
      })
    ).url;
    const answer = await client.call(requestAt(url), sign, none);
    assert.deepEqual([answer.outcome, answer.text], ['result', 'done']);
  });

  test('is unreached only where nothing was sent, and is sent once', async () => {
    let requests = 0;
    const resetting = await serve((socket) => {
      requests += 1;
      socket.resetAndDestroy();
    });
    assert.equal((await client.call(requestAt(resetting.url), sign, none)).outcome, 'unclear');
    assert.equal(requests, 1);
    const closed = await client.call(requestAt('http://127.0.0.1:1/'), sign, none);
    assert.deepEqual([closed.outcome, closed.errorCode], ['unreached', 'ECONNREFUSED']);
    const strict = new McpClient({
      ...options,
      addresses: new WebhookAddresses({ publicOrigin, networks: [] }),
    });
    const inside = await strict.call(requestAt(resetting.url), sign, none);
    assert.deepEqual([inside.outcome, inside.errorCode], ['unreached', 'address_not_allowed']);
    assert.equal(requests, 1);
  });

  test('ends with its time and with its turn, and leaves no connection', async () => {
    const silent = await serve(() => undefined);
    const late = await client.call(requestAt(silent.url, { timeoutMs: 50 }), sign, none);
    assert.deepEqual([late.outcome, late.errorCode], ['unclear', 'timeout']);
    const leave = new AbortController();
    const asked = silent.asked();
    const cancelled = client.call(requestAt(silent.url), sign, leave.signal);
    await asked;
    leave.abort();
    assert.equal((await cancelled).outcome, 'unclear');
    assert.equal(await silent.open(), 0);
  });

  test('reads 256 KiB of 100 MB, and tells a model 32 KiB of 200', async () => {
    let sent = 0;
    const flood = await serve((socket) => {
      const piece = 'x'.repeat(65_536);
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000000\r\n\r\n');
      const more = () => {
        while (!socket.destroyed && sent < 100_000_000 && socket.write(piece)) sent += piece.length;
      };
      socket.on('drain', more);
      more();
    });
    const answer = await client.call(requestAt(flood.url), sign, none);
    assert.deepEqual([answer.outcome, answer.errorCode], ['unclear', 'invalid_answer']);
    assert.equal(await flood.open(), 0);
    assert.ok(sent < 20_000_000, `${sent} bytes were taken`);
    const long = `${'a'.repeat(100_000)}${'é'.repeat(50_000)}`;
    const url = await answering(answerJson((id) => ({ jsonrpc: '2.0', id, result: textResult(long) })));
    const kept = (await client.call(requestAt(url), sign, none)).text;
    assert.ok(Buffer.byteLength(kept) <= 32_768, String(kept.length));
    assert.match(kept, /^a{16000,}\n\[\d+ bytes are left out\]\né{8000,}$/);
  });

  test('reads 256 KiB of a stream in which no answer comes', async () => {
    const { url } = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n');
      socket.write(`: ${'x'.repeat(300_000)}\n\n`);
    });
    const { outcome, errorCode } = await client.call(requestAt(url, { timeoutMs: 5_000 }), sign, none);
    assert.deepEqual([outcome, errorCode], ['unclear', 'invalid_answer']);
  });

  test('tells a model the names of what it cannot be shown, and what has a structure where there is no text', async () => {
    const told = async (result: object) => {
      const url = await answering(answerJson((id) => ({ jsonrpc: '2.0', id, result })));
      return (await client.call(requestAt(url), sign, none)).text;
    };
    const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
    const link = { type: 'resource_link', name: 'Order', uri: 'https://10.0.0.1/x' };
    assert.equal(await told({ content: [image, link] }), '[image: image/png]\n[Order: https://10.0.0.1/x]');
    const resource = { uri: 'shop://1', text: 'Order 1' };
    assert.equal(
      await told({
        content: [
          { type: 'resource', resource },
          { type: 'resource', resource: { blob: 'AA' } },
        ],
      }),
      'Order 1\n[a resource]',
    );
    assert.match(await told(textResult('€'.repeat(50_000))), /^€+\n\[\d+ bytes are left out\]\n€+$/);
    const odd: unknown = JSON.parse('{"toString":1}');
    assert.equal(
      await told({ content: [{ type: odd }, { ...link, name: odd }] }),
      '[]\n[: https://10.0.0.1/x]',
    );
    assert.equal(await told(textResult('paid\u{e0041}\u202e\u200b')), 'paid');
    assert.equal(await told({ content: [], structuredContent: { a: [1] } }), '{"a":[1]}');
    assert.equal(await told({ ...textResult('a\0\ud800'), structuredContent: { a: 1 } }), 'a\ufffd\ufffd');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A request to a tool repeats in headers the arguments that its schema asks for',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: '      ...headersOfArguments(approval.definition.inputSchema, given),\n',
    by: '',
  },
  {
    rule: 'The person of a call is in the signed body',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: '      ...about,\n',
    by: '',
  },
  {
    rule: 'A result that asks for more is a failed call',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: "if (resultType === 'input_required') {",
    by: "if (resultType === 'no') {",
  },
  {
    rule: 'A result of an unknown type is none',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: "resultType === 'complete' ? textOfResult(result) : null",
    by: 'textOfResult(result)',
  },
  {
    rule: 'A status of 500 says nothing certain about a call',
    file: 'src/adapters/tools/read-message.ts',
    replace: '(status >= 400 && status < 500 && status !== 410)',
    by: 'status >= 400',
  },
  {
    rule: 'An answer belongs to the request with its id',
    file: 'src/adapters/tools/read-message.ts',
    replace: "if (value['id'] !== id || !isObject(result)",
    by: 'if (!isObject(result)',
  },
  {
    rule: 'A stream is read up to the answer, and no further',
    file: 'src/adapters/tools/read-message.ts',
    replace: 'if (value !== undefined) break;',
    by: '',
  },
  {
    rule: 'Of an answer of a tool 256 KiB are read',
    file: 'src/adapters/tools/read-message.ts',
    replace: 'if (bytes > limits.toolResultBytes.read) return { bytes };\n    pieces',
    by: 'pieces',
  },
  {
    rule: 'Of a result a model is told 32 KiB',
    file: 'src/adapters/tools/result-text.ts',
    replace: 'if (bytes.length <= most) return clean;',
    by: 'return clean;',
  },
  {
    rule: 'A model reads nothing in a result that a person would not see',
    file: 'src/adapters/tools/result-text.ts',
    replace: 'withoutInvisible(text.toWellFormed())',
    by: 'text.toWellFormed()',
  },
  {
    rule: 'A call does not fail by a name that cannot be made a text',
    file: 'src/adapters/tools/result-text.ts',
    replace: "typeof value === 'string' ? value : ''",
    by: "String(value ?? '')",
  },
  {
    rule: 'A call whose connection was made may have arrived',
    file: 'src/adapters/webhooks/guarded-exchange.ts',
    replace: "dispatcher.on('connect', () => {\n      isConnected = true;",
    by: "dispatcher.on('connect', () => {\n      isConnected = false;",
  },
  {
    rule: 'A stream of a tool is read up to 256 KiB',
    file: 'src/adapters/tools/read-message.ts',
    replace:
      '    if (value !== undefined) break;\n    if (bytes > limits.toolResultBytes.read) return { bytes };',
    by: '    if (value !== undefined) break;',
  },
  {
    rule: 'A packed answer of a tool is not read',
    file: 'src/adapters/tools/read-message.ts',
    replace: "if (encoding !== undefined && encoding !== 'identity') return unreadable('invalid_answer', 0);",
    by: '',
  },
  {
    rule: 'An answer of a tool is of JSON-RPC 2.0',
    file: 'src/adapters/tools/read-message.ts',
    replace: "!isObject(value) || value['jsonrpc'] !== '2.0'",
    by: '!isObject(value)',
  },
  {
    rule: 'A result of a tool comes with a status of success',
    file: 'src/adapters/tools/read-message.ts',
    replace: '!isObject(result) || status >= 300',
    by: '!isObject(result)',
  },
  {
    rule: 'An error of a tool belongs to the request with its id',
    file: 'src/adapters/tools/read-message.ts',
    replace: 'if (!isOurs || !Number.isInteger(code))',
    by: 'if (!Number.isInteger(code))',
  },
  {
    rule: 'An error of a tool has a code',
    file: 'src/adapters/tools/read-message.ts',
    replace: 'if (!isOurs || !Number.isInteger(code))',
    by: 'if (!isOurs)',
  },
  {
    rule: 'A tool server is told which Parley asks',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: "{ name: 'Parley', version: this.#options.version }",
    by: "{ name: 'Parley', version: '' }",
  },
  {
    rule: 'A model reads the text of a resource that is in a result',
    file: 'src/adapters/tools/result-text.ts',
    replace: "typeof resource['text'] === 'string' ? resource['text'] : '[a resource]'",
    by: "'[a resource]'",
  },
  {
    rule: 'What is kept of a long result has no half of a character',
    file: 'src/adapters/tools/result-text.ts',
    replace: ".replace(/^\\ufffd+/, '');",
    by: ';',
  },
];
