import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Break } from '#test/break.ts';
import { serverAt, sign, testSigningSecret } from '#test/tools/callable-tool.ts';
import { answerJson, answerText, client } from '#test/tools/raw-answers.ts';
import { startToolServer } from '#test/tools/tool-server.ts';
import { byteServers } from '#test/webhooks/serve-bytes.ts';

const none = new AbortController().signal;

describe('The list of a server', () => {
  const { serve, close } = byteServers();
  after(close);

  /** Answers each method by the next of its results. */
  const saying = async (resultsOf: Readonly<Record<string, readonly object[]>>) => {
    const asked: Record<string, number> = {};
    const { url } = await serve((socket, begin) => {
      const method = /"method":"([^"]+)"/.exec(begin)?.[1] ?? '';
      const id = /"id":"([^"]+)"/.exec(begin)?.[1] ?? '';
      const place = asked[method] ?? 0;
      asked[method] = place + 1;
      const results = resultsOf[method] ?? [];
      const result = results[Math.min(place, results.length - 1)];
      socket.end(answerJson(() => ({ jsonrpc: '2.0', id, result }))(id));
    });
    return { url, asked };
  };
  const discovered = [{ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }];
  const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });

  test('of the official server has its tools, each with a hash of what it says', async () => {
    await using server = await startToolServer();
    const first = await client.list(serverAt(server.url), sign, none);
    assert.ok('tools' in first);
    assert.deepEqual(
      first.tools.map(({ name }) => name),
      ['find_orders', 'cancel_order', 'odd'],
    );
    server.describe('Something else.');
    const second = await client.list(serverAt(server.url), sign, none);
    assert.ok('tools' in second);
    assert.notEqual(first.tools[0]?.hash, second.tools[0]?.hash);
    assert.equal(first.tools[1]?.hash, second.tools[1]?.hash);
    for (const { headers, body } of server.requests) new Webhook(testSigningSecret).verify(body, headers);
  });

  test('is read page by page, fresh as its first part to expire, without what is no tool', async () => {
    const pages = [
      { tools: [tool('a'), { name: 'no schema' }, 7, tool('nul\0')], nextCursor: '2', ttlMs: 60_000 },
      { tools: [tool('b'), tool('a', { description: 'another a' })], ttlMs: 30_000 },
    ];
    const { url } = await saying({ 'server/discover': discovered, 'tools/list': pages });
    const listed = await client.list(serverAt(url), sign, none);
    assert.ok('tools' in listed);
    assert.deepEqual([listed.tools.map(({ name }) => name), listed.freshMs], [['a', 'b'], 30_000]);
    assert.equal(listed.tools[0]?.definition.description, '', 'the first of a name is that of the name');
  });

  test('may have 128 tools, and says for how long it holds only by a time to come', async () => {
    const tools = Array.from({ length: 128 }, (_, at) => tool(`t${at}`));
    const { url } = await saying({ 'server/discover': discovered, 'tools/list': [{ tools, ttlMs: -1 }] });
    const listed = await client.list(serverAt(url), sign, none);
    assert.ok('tools' in listed);
    assert.deepEqual([listed.tools.length, listed.freshMs], [128, null]);
  });

  test('is gone where its server says so, and not where it fails', async () => {
    for (const [status, isGone] of [
      ['410 Gone', true],
      ['500 No', false],
    ] as const) {
      const { url } = await serve((socket) => socket.end(answerText(status, 'text/plain', '')));
      const listed = await client.list(serverAt(url), sign, none);
      assert.deepEqual('failure' in listed && [listed.isGone, listed.failure.code], [
        isGone,
        `http_${status.slice(0, 3)}`,
      ]);
    }
  });

  test('that never ends, is too deep, of another version or without tools is none', async () => {
    const codeOf = async (results: Readonly<Record<string, readonly object[]>>) => {
      const listed = await client.list(serverAt((await saying(results)).url), sign, none);
      return 'failure' in listed ? listed.failure.code : listed.tools.map(({ name }) => name);
    };
    const list = (page: object) => ({ 'server/discover': discovered, 'tools/list': [page] });
    const endless = await saying(list({ tools: [], nextCursor: 'again' }));
    const never = await client.list(serverAt(endless.url), sign, none);
    assert.deepEqual('failure' in never && never.failure.code, 'too_many_tools');
    assert.equal(endless.asked['tools/list'], 16);
    const many = Array.from({ length: 129 }, (_, at) => tool(`t${at}`));
    assert.equal(await codeOf(list({ tools: many })), 'too_many_tools');
    // More than a function can be called with.
    assert.equal(await codeOf(list({ tools: Array.from({ length: 130_000 }, () => 0) })), 'too_many_tools');
    const old = [{ supportedVersions: ['2025-11-25'], capabilities: { tools: {} } }];
    assert.equal(await codeOf({ 'server/discover': old }), 'unsupported_version');
    const without = [{ supportedVersions: ['2026-07-28'], capabilities: {} }];
    assert.equal(await codeOf({ 'server/discover': without }), 'no_tools');
    const deep = JSON.parse(`${'{"items":'.repeat(500)}{}${'}'.repeat(500)}`);
    const named = [tool('deep', { inputSchema: { type: 'object', properties: deep } }), tool('a')];
    assert.deepEqual(await codeOf(list({ tools: named })), ['a']);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A list of tools without an end is none',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: 'const mostPages = 16;',
    by: 'const mostPages = 17;',
  },
  {
    rule: 'A list of any length is refused, and breaks nothing',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: 'found = found.concat(tools);',
    by: '(found as unknown[]).push(...tools);',
  },
  {
    rule: 'A tool that is too deep keeps no other from being used',
    file: 'src/core/tools/tool-definition.ts',
    replace: 'if (isDeep(inputSchema, mostLevels) || hasUnstorable',
    by: 'if (hasUnstorable',
  },
  {
    rule: 'A list of tools is as fresh as its first part to expire',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: 'Math.min(freshMs ?? Number.MAX_SAFE_INTEGER, ttlMs)',
    by: 'ttlMs + 60_000',
  },
  {
    rule: 'A tool server that answers 410 when it is asked for its tools is gone',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: "        isGone: answered.code === 'http_410',",
    by: '        isGone: false,',
  },
  {
    rule: 'Of two tools of one name the first counts',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: 'read.findIndex((other) => other.name === name) === place',
    by: 'read.findLastIndex((other) => other.name === name) === place',
  },
  {
    rule: 'No list of tools is fresh until a time that is over',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: "typeof ttlMs === 'number' && ttlMs >= 0",
    by: "typeof ttlMs === 'number'",
  },
  {
    rule: 'A list may have 128 tools',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: 'if (found.length > mostTools) break;',
    by: 'if (found.length >= mostTools) break;',
  },
];
