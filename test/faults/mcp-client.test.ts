import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { requestAt, sign } from '#test/tools/callable-tool.ts';
import { client as ours, textResult } from '#test/tools/raw-answers.ts';
import { byteServers } from '#test/webhooks/serve-bytes.ts';

const root = join(import.meta.dirname, '../..');
const judge = join(root, 'test/vendors/node_modules/@modelcontextprotocol/conformance/dist/index.js');
const client = join(root, 'test/support/tools/run-client.ts');

/** The scenarios of the package that concern the tools of a client. */
const scenarios = [
  ...['tools_call', 'request-metadata', 'http-standard-headers', 'http-custom-headers'],
  ...['http-invalid-tool-headers', 'json-schema-ref-no-deref'],
];

describe('Our client passes the scenario of the protocol’s own package', { concurrency: 2 }, () => {
  for (const scenario of scenarios) {
    test(scenario, async () => {
      const words = ['client', '--command', `${process.execPath} ${client}`, '--scenario', scenario];
      const run = promisify(execFile)(process.execPath, [judge, ...words, '--spec-version', '2026-07-28'], {
        cwd: makeFolder('parley-mcp-'),
      });
      const { stdout, stderr } = await run.catch((failed: { stdout: string; stderr: string }) =>
        assert.fail(`${failed.stdout}${failed.stderr}`),
      );
      assert.match(`${stdout}${stderr}`, /, 0 failed, 0 warnings[\s\S]*OVERALL: PASSED/);
    });
  }
});

describe('An answer of a tool that is cut', () => {
  const { serve, close } = byteServers();
  after(close);

  const message = (id: string) => JSON.stringify({ jsonrpc: '2.0', id, result: textResult('done') });
  const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const forms: Readonly<Record<string, (id: string) => string>> = {
    'with its length': (id) =>
      `application/json\r\ncontent-length: ${message(id).length}\r\n\r\n${message(id)}`,
    'in a chunk': (id) => `application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunked(message(id))}`,
    'up to the end of its connection': (id) => `application/json\r\n\r\n${message(id)}`,
    'in an event': (id) => `text/event-stream\r\n\r\nevent: message\r\ndata: ${message(id)}\r\n\r\n`,
  };
  for (const [form, bytesOf] of Object.entries(forms)) {
    test(`${form} is none at any byte but where it is whole`, async () => {
      const whole = (id: string) => `HTTP/1.1 200 OK\r\ncontent-type: ${bytesOf(id)}`;
      let cut = 0;
      const { url } = await serve((socket) => socket.end(whole('call_1').slice(0, cut)));
      const results: number[] = [];
      for (cut = 1; cut <= whole('call_1').length; cut++) {
        const { outcome, text } = await ours.call(requestAt(url), sign, new AbortController().signal);
        assert.ok(outcome === 'unclear' || text === 'done', `${cut}: ${outcome}, ${text}`);
        if (outcome !== 'unclear') results.push(whole('call_1').length - cut);
      }
      // The very last line break says nothing more.
      assert.ok(results.includes(0) && results.every((missing) => missing <= 1), results.join());
    });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'An event without its end is no answer',
    file: 'src/adapters/tools/read-message.ts',
    replace: '    if (value !== undefined) break;\n',
    by: "    parser.feed('\\n\\n');\n    if (value !== undefined) break;\n",
  },
  {
    rule: 'A request to a tool names its method in a header',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: "      'Mcp-Method': method,\n",
    by: '',
  },
];
