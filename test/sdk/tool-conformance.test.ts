import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { judgeToolServer } from '#test/tools/conformance.ts';
import { type ServedHandler, serveHandler } from '#test/tools/serve-handler.ts';
import { toolSecret } from '#test/tools/signed-message.ts';
import { ToolError, tool, toolServer } from '../../src/sdk/index.ts';

const inputSchema = { type: 'object', additionalProperties: false } as const;
const words = 'This is a simple text response for testing.';

/** The tools that the suite calls. */
const tools = ['test_simple_text', 'test_streaming_elicitation', 'test_logging_tool'].map((name) =>
  tool({ name, description: 'Says something.', inputSchema, run: () => words }),
);
tools.push(
  tool({
    name: 'test_error_handling',
    description: 'Fails.',
    inputSchema,
    run: () => {
      throw new ToolError('This tool intentionally returns an error for testing');
    },
  }),
);

/** They need a tool that asks the client's model something, which Parley never lets a server do. */
const leftOut = ['sep-2575-missing-capability-http-400', 'sep-2575-server-rejects-undeclared-capability'];

describe('A tool server of the client package, judged by the suite of the protocol', {
  concurrency: 3,
}, () => {
  let server: ServedHandler;
  before(async () => {
    const allowedOrigins: string[] = [];
    const { node } = toolServer({ secret: toolSecret, tools, allowedOrigins });
    server = await serveHandler((request, response) => {
      // The suite takes the signer's own address for the one page that may call.
      const { origin = '' } = request.headers;
      if (origin.startsWith('http://127.0.0.1:')) allowedOrigins.push(origin);
      node(request, response);
    });
  });
  after(() => server[Symbol.asyncDispose]());

  const scenarios = {
    'tools-list': [],
    'tools-call-simple-text': [],
    'tools-call-error': [],
    'dns-rebinding-protection': [],
    'server-stateless': leftOut,
  };
  for (const [scenario, expected] of Object.entries(scenarios)) {
    test(`${scenario} holds`, async () => {
      const { passed, failed } = await judgeToolServer(server.url, scenario);
      assert.deepEqual(failed, expected);
      assert.ok(passed > 0);
    });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A tool server refuses a version of the protocol that it does not speak, and names its own',
    file: 'src/sdk/tools/answer-message.ts',
    replace: 'if (requested === protocolVersion) return null;',
    by: "if (requested !== '') return null;",
  },
];
