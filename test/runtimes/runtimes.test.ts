import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { makeFolder } from '#test/machine/make-folder.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { InstalledPackage } from '../sdk/installed-package.ts';

const run = promisify(execFile);

/** From npm, without install scripts. */
const nodeOf = (major: number) => `node-${process.platform}-${process.arch}@${major}`;
const bun = `@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`;
const runtimes = [
  ...[20, 22, 24].map((major) => ({
    name: `Node ${major}`,
    packages: [nodeOf(major)],
    command: [`node_modules/node-${process.platform}-${process.arch}/bin/node`],
  })),
  { name: 'Bun', packages: [bun], command: [`node_modules/${bun}/bin/bun`] },
  {
    name: 'Deno',
    packages: ['deno'],
    command: ['node_modules/.bin/deno', 'run', '--allow-all', '--no-check'],
  },
] as const;

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = '{"id":"evt_1","type":"webhook.test","timestamp":"2026-11-20T09:00:00.000Z","data":{}}';

const program = `
  import { ConnectionError, NotFoundError, Parley, toOpenAIStream, verifyWebhook } from '@parley/client';
  const env = globalThis.process.env;
  const client = new Parley({ apiKey: env.PARLEY_KEY, baseUrl: env.PARLEY_URL });
  const user = { externalUserId: 'user-1' };
  const caught = (promise) => promise.then(() => null, (error) => error);

  const first = await client.stream({ prompt: 'One', ...user }).result();
  const { conversationUuid } = first;
  const left = client.stream({ prompt: 'Two', conversationUuid, ...user });
  for await (const _ of left) break;
  const again = await client.stream({ prompt: 'Three', conversationUuid, ...user }).text();
  const { job_uuid } = await client.jobs.create({ prompt: 'Four', ...user });
  const { status } = await client.jobs.wait(job_uuid, user);
  const tool = await toOpenAIStream(client.stream({ prompt: 'Five', ...user })).toResponse();
  const unknown = await caught(client.jobs.get(job_uuid, { externalUserId: 'user-2' }));
  const refused = await caught(
    new Parley({ apiKey: 'k', baseUrl: 'http://127.0.0.1:9/v1', maxRetries: 0 }).usage.get(user),
  );
  const event = await verifyWebhook({ secret: env.SECRET, headers: JSON.parse(env.HEADERS), body: env.BODY });
  const aborted = await caught(client.stream({ prompt: 'Six', ...user }, { signal: AbortSignal.timeout(0) }).text());
  console.log(JSON.stringify({
    text: first.text === again && first.text.length > 0,
    finish: [first.finishReason, (await left.result()).finishReason, status],
    tool: (await tool.text()).endsWith('data: [DONE]\\n\\n'),
    errors: [unknown instanceof NotFoundError, refused instanceof ConnectionError, refused?.cause instanceof Error],
    event: event.type,
    aborted: aborted?.name,
  }));`;

const wanted = {
  text: true,
  finish: ['stop', 'cancelled', 'completed'],
  tool: true,
  errors: [true, true, true],
  event: 'webhook.test',
  aborted: 'AbortError',
};

describe('The client package, installed from a running service, does the same on', () => {
  let api: Api;
  let installed: InstalledPackage;
  let folder: string;
  before(async () => {
    api = await openApi();
    installed = await InstalledPackage.create(`${new URL(api.urlOf()).origin}/sdk/parley-client.tgz`);
    await installed.write('program.js', program);
    folder = makeFolder('parley-runtimes-');
  });
  after(async () => {
    await installed[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  for (const { name, packages, command } of runtimes) {
    test(name, async () => {
      const home = join(folder, name.replace(' ', '-'));
      await run('npm', [
        'install',
        '--prefix',
        home,
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        ...packages,
      ]);
      const partner = await api.partner();
      const [file, ...words] = command;
      const at = new Date();
      const env = {
        HOME: home,
        PARLEY_URL: api.urlOf(),
        PARLEY_KEY: partner.key,
        SECRET: secret,
        BODY: body,
        HEADERS: JSON.stringify({
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
        }),
      };
      const { stdout } = await run(join(home, file), [...words, 'program.js'], {
        cwd: installed.folder,
        env,
      });
      assert.deepEqual(JSON.parse(stdout), wanted);
    });
  }
});
