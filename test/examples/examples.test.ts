import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { signInByForm } from '#test/examples/token-endpoint.ts';
import { signedCookie, tryEndpoint } from '#test/examples/try-endpoint.ts';
import { runCommand, startService, type TestService } from '#test/world/process.ts';

/** The folder has a package of its own, which `npm run test:examples` installs. */
const examples = join(import.meta.dirname, '../../examples');
const modules = join(examples, 'node_modules');
const endpoints = join(examples, 'partner-site/token-endpoints');
const packages = createRequire(join(examples, 'package.json'));
const run = promisify(execFile);

describe('the token endpoints under the frameworks that they are for', () => {
  let service: TestService;
  let key: string;
  before(async () => {
    service = await startService();
    [key] = await service.printed(/parley_sk_\w+/);
  });
  after(() => service[Symbol.asyncDispose]());

  test('Express', async () => {
    const file = join(endpoints, 'express.ts');
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--types', 'node'];
    await run(process.execPath, [join(modules, 'typescript/bin/tsc'), ...options, file], { cwd: examples });
    await tryEndpoint({ program: process.execPath, args: [file], signIn: signInByForm }, service, key);
  });

  test('Next.js, which builds and serves the route', async () => {
    // Next.js writes beside its sources, and git and the checks ignore this folder.
    const cwd = join(examples, 'dist/next');
    rmSync(cwd, { recursive: true, force: true });
    cpSync(join(endpoints, 'next'), cwd, { recursive: true });
    const next = join(modules, 'next/dist/bin/next');
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
    await run(process.execPath, [next, 'build'], { cwd, env });
    const args = [next, 'start', '--hostname', '127.0.0.1'];
    await tryEndpoint({ program: process.execPath, args, cwd, signIn: signedCookie }, service, key);
  });
});

describe('the configured chat tools', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service[Symbol.asyncDispose]());

  test('LibreChat may send what it documents as its default parameters, with its user twice', async () => {
    const user = 'a-user-of-librechat';
    const { headers } = readEndpoint();
    const [header = ''] = Object.keys(headers);
    assert.equal(headers[header], '{{LIBRECHAT_USER_ID}}');
    const defaults = { temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0, user };
    await requireAnswer(service, header, user, defaults);
  });

  test('Open WebUI may name its user in the header that the setting switches on', async () => {
    const settings = readFileSync(join(examples, 'open-webui/open-webui.env'), 'utf8');
    assert.match(settings, /^ENABLE_FORWARD_USER_INFO_HEADERS=True$/m);
    await requireAnswer(service, 'X-OpenWebUI-User-Id', 'a-user-of-open-webui', {});
  });
});

/** A client that reads its users from the header lists its models, and streams an answer to its end. */
async function requireAnswer(
  service: TestService,
  header: string,
  user: string,
  more: Readonly<Record<string, unknown>>,
): Promise<void> {
  const words = [
    'client',
    'create',
    `tool-${header.toLowerCase()}`,
    '--openai-user-header',
    header,
    '--json',
  ];
  const { stdout } = await runCommand(words, { dataFolder: service.dataFolder });
  const key = /parley_sk_\w+/.exec(stdout)?.[0] ?? assert.fail(stdout);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', [header]: user };
  const models = await fetch(`${service.origin}/openai/v1/models`, { headers });
  assert.match(await models.text(), /"id":"assistant"/);
  const messages = [{ role: 'user', content: 'hi how are you' }];
  const response = await fetch(`${service.origin}/openai/v1/chat/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'assistant', stream: true, messages, ...more }),
  });
  assert.equal(response.status, 200);
  assert.match(await response.text(), /"finish_reason":"stop"[\s\S]*data: \[DONE\]\s*$/);
}

interface LibreChat {
  readonly configSchema: {
    strict(): { parse(value: unknown): unknown };
  };
}

interface Configuration {
  readonly endpoints: { readonly custom: readonly { readonly headers: Readonly<Record<string, string>> }[] };
}

test('librechat.yaml is what LibreChat reads, and LibreChat drops nothing of it', () => {
  const { configSchema }: LibreChat = packages('librechat-data-provider');
  const written = readConfiguration();
  const understood = configSchema.strict().parse(written);
  assert.partialDeepStrictEqual(understood, written);
});

function readEndpoint() {
  return readConfiguration().endpoints.custom[0] ?? assert.fail('The file has no endpoint');
}

function readConfiguration(): Configuration {
  const { load }: { load(text: string): Configuration } = packages('js-yaml');
  return load(readFileSync(join(examples, 'librechat/librechat.yaml'), 'utf8'));
}
