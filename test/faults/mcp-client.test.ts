import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';

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

export const breaks: readonly Break[] = [
  {
    rule: 'A request to a tool names its method in a header',
    file: 'src/adapters/tools/mcp-client.ts',
    replace: "      'Mcp-Method': method,\n",
    by: '',
  },
];
