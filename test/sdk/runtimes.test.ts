import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { checkPackage, createPackageFromTarballData } from '#vendors/are-the-types-wrong.ts';
import { InstalledPackage } from './installed-package.ts';
import { ScriptedService } from './scripted-service.ts';
import { startWorkerd } from './start-workerd.ts';
import { findTypeErrors, repository } from './type-check.ts';
import { delta, done, events, eventsThenCut, job, jobUuid, json, meta, usage, user } from './wire-answers.ts';

/** Reads an answer over two connections, and the usage over one. */
const asks = (client: string) => `
  const answer = await ${client}.stream({ prompt: 'Hi', externalUserId: '${user}' }).text();
  const { usage } = await ${client}.usage.get({ externalUserId: '${user}' });`;

describe('The packed client', () => {
  let installed: InstalledPackage;
  before(async () => {
    installed = await InstalledPackage.create();
  });
  after(() => installed[Symbol.asyncDispose]());

  for (const compatibilityDate of ['2023-03-01', '2026-11-01']) {
    test(`runs on Cloudflare's workerd as of ${compatibilityDate}`, async () => {
      await using service = await startService();
      const program = `
        import { Parley } from './client/index.js';
        export default {
          async fetch(request, env) {
            if (new URL(request.url).pathname === '/ready') return new Response('ready');
            const client = new Parley({ apiKey: 'k', baseUrl: env.PARLEY_URL });
            ${asks('client')}
            return Response.json({ answer, label: usage.requests.label });
          },
        };`;
      await using worker = await startWorkerd(program, installed.packageFolder, {
        compatibilityDate,
        env: { PARLEY_URL: service.baseUrl },
      });
      const answered = await fetch(worker.url);
      assert.deepEqual(await answered.json(), { answer: 'Hello, river', label: usage.requests.label });
      assert.deepEqual(service.unexpected, []);
    });
  }

  test('runs, and can be aborted, where AbortSignal.any is missing', async () => {
    await using service = await startService();
    service.on('POST /v1/jobs', () => undefined);
    await installed.write(
      'without-any.js',
      `import { AbortError, Parley, TimeoutError } from '@parley/client';
       AbortSignal.any = undefined;
       const baseUrl = process.env.PARLEY_URL;
       const client = new Parley({ apiKey: 'k', baseUrl });
       ${asks('client')}
       const request = { prompt: 'Hi', externalUserId: '${user}' };
       const controller = new AbortController();
       const job = client.jobs.create(request, { signal: controller.signal });
       setTimeout(() => controller.abort(), 50);
       const aborted = await job.catch((error) => error instanceof AbortError);
       const late = new Parley({ apiKey: 'k', baseUrl, timeoutMs: 50, maxRetries: 0 });
       const timedOut = await late.jobs.create(request).catch((error) => error instanceof TimeoutError);
       console.log(answer, usage.requests.label, aborted, timedOut);`,
    );
    const printed = await installed.run('without-any.js', { PARLEY_URL: service.baseUrl });
    assert.equal(printed, `Hello, river ${usage.requests.label} true true\n`);
  });

  test('resolves with its types under every module resolution of TypeScript', async () => {
    const packed = createPackageFromTarballData(new Uint8Array(readFileSync(installed.tarball)));
    const { problems } = await checkPackage(packed).then((result) =>
      'problems' in result ? result : none(),
    );
    assert.deepEqual(problems, []);
  });

  test('is imported by a TypeScript project that is CommonJS, and required by what it compiles to', async () => {
    await using service = await startService();
    const program = await installed.write(
      'use.cts',
      `import { Parley, type Usage } from '@parley/client';
       const client = new Parley({ apiKey: 'k', baseUrl: String(process.env['PARLEY_URL']) });
       client.usage.get({ externalUserId: '${user}' }).then(({ usage }: { usage: Usage }) => {
         console.log(usage.requests.label);
       });`,
    );
    const compilerOptions = {
      ...{ strict: true, skipLibCheck: false, target: 'ES2022', module: 'node16', noEmit: true },
      ...{ lib: ['ES2024'], types: ['node'], typeRoots: [join(repository, 'node_modules', '@types')] },
    };
    assert.equal(findTypeErrors({ compilerOptions, files: [program] }), '');
    await installed.write(
      'use.cjs',
      `const { Parley } = require('@parley/client');
       const client = new Parley({ apiKey: 'k', baseUrl: process.env.PARLEY_URL });
       client.usage.get({ externalUserId: '${user}' }).then(({ usage }) => console.log(usage.requests.label));`,
    );
    const printed = await installed.run('use.cjs', { PARLEY_URL: service.baseUrl });
    assert.equal(printed, `${usage.requests.label}\n`);
  });
});

function none(): never {
  throw new Error('the package has no types');
}

async function startService(): Promise<ScriptedService> {
  const service = await ScriptedService.start();
  return service
    .on('POST /v1/stream', eventsThenCut(meta, delta('Hello, ')))
    .on(`GET /v1/jobs/${jobUuid}/stream`, events(delta('river', 'Hello, '), done))
    .on(`POST /v1/jobs/${jobUuid}/cancel`, json(job('cancelled')))
    .on('GET /v1/usage', json({ ok: true, usage }));
}

export const breaks: readonly Break[] = [
  {
    rule: 'A request mode that the runtime does not implement is left out',
    file: 'src/sdk/transport.ts',
    replace: 'wanted.filter(isAccepted)',
    by: 'wanted.filter((mode) => isAccepted(mode) || true)',
  },
  {
    rule: 'The signal of the caller ends a request where AbortSignal.any is missing',
    file: 'src/sdk/transport.ts',
    replace: "else other.addEventListener('abort', () => controller.abort(other.reason), { once: true });",
    by: '',
  },
  {
    rule: 'A runtime without AbortSignal.any is served',
    file: 'src/sdk/transport.ts',
    replace: "typeof AbortSignal.any === 'function'",
    by: 'controller.signal.aborted === false',
  },
  {
    rule: 'CommonJS projects get a build of their own',
    file: 'scripts/sdk/compile-package.ts',
    replace: "require: { types: './cjs/index.d.ts', default: './cjs/index.js' },",
    by: '',
  },
];
