import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { InstalledPackage } from './installed-package.ts';
import { ScriptedService } from './scripted-service.ts';
import { findTypeErrors, repository } from './type-check.ts';
import {
  conversationUuid,
  delta,
  done,
  events,
  eventsThenCut,
  job,
  jobUuid,
  json,
  messageUuid,
  meta,
  usage,
  user,
} from './wire-answers.ts';

const strictest = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ skipLibCheck: false, noEmit: true, target: 'ES2022', module: 'NodeNext' },
};
const nodeTypes = join(repository, 'node_modules', '@types');
const nodeOnly = { ...strictest, lib: ['ES2024'], types: ['node'], typeRoots: [nodeTypes] };
const browserOnly = { ...strictest, lib: ['ES2022', 'DOM'], types: [] };

let installed: InstalledPackage;
before(async () => {
  installed = await InstalledPackage.create();
});
after(() => installed[Symbol.asyncDispose]());

test('the package depends on nothing and has the version of the service', () => {
  const folder = installed.packageFolder;
  const read = (path: string): { version?: string; dependencies?: object } =>
    JSON.parse(readFileSync(path, 'utf8'));
  const described = read(join(folder, 'package.json'));
  assert.equal(described.version, read(join(repository, 'package.json')).version);
  assert.equal(described.dependencies, undefined);
  assert.deepEqual(readdirSync(join(installed.folder, 'node_modules')).filter(isPackage), ['@parley']);
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|d\.ts)$/.test(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    const foreign = [...text.matchAll(/(?:from |import\(|require\()\s*['"]([^'"]+)/g)].filter(
      ([, name = '']) => !/^\.{1,2}\/.*\.js$/.test(name),
    );
    assert.deepEqual(foreign, [], file);
  }
});

test('the installed package resumes an answer in plain JavaScript', async () => {
  await using service = await startService();
  await installed.write(
    'resume.js',
    `import { Parley } from '@parley/client';
     const client = new Parley({ apiKey: 'k', baseUrl: process.env.PARLEY_URL });
     console.log(await client.stream({ prompt: 'Hi', externalUserId: '${user}' }).text());`,
  );
  assert.equal(await installed.run('resume.js', { PARLEY_URL: service.baseUrl }), 'Hello, river\n');
});

test('its types hold in a strict project for Node, and in one for browsers', async () => {
  const program = await installed.write(
    'use.ts',
    `import { type AnswerEvent, type Job, Parley, QuotaExceededError } from '@parley/client';
     const client = new Parley({ apiKey: 'k', baseUrl: 'http://localhost:8080/v1' });
     export async function ask(signal?: AbortSignal): Promise<[string, Job['status'], string | null]> {
       const answer = client.stream({ prompt: 'Hi', options: { ifBusy: 'interrupt' } }, { signal });
       const events: AnswerEvent[] = [];
       for await (const event of answer.events()) events.push(event);
       const { status } = await client.jobs.get(await answer.jobUuid, { externalUserId: 'u' });
       const { next_cursor } = await client.conversations.list();
       return [await answer.text(), status, next_cursor];
     }
     export const until = (error: unknown) => (error instanceof QuotaExceededError ? error.resetAt : null);
     // @ts-expect-error a stream cannot be queued
     client.stream({ prompt: 'Hi', options: { ifBusy: 'queue' } });
     // @ts-expect-error either a key or a token
     new Parley({ baseUrl: 'http://localhost:8080/v1' });
     // @ts-expect-error an unknown option
     client.jobs.create({ prompt: 'Hi', options: { detailed_response: true } });`,
  );
  for (const compilerOptions of [browserOnly, nodeOnly]) {
    assert.equal(findTypeErrors({ compilerOptions, files: [program] }), '');
  }
});

const examples = [
  ...readFileSync(join(repository, 'docs', 'sdk.md'), 'utf8').matchAll(/^```js\n([\s\S]*?)^```/gm),
];

test('the examples of the documentation have the right types', async () => {
  const files = await Promise.all(
    examples.map(([, text = ''], index) => installed.write(`example-${index}.js`, text)),
  );
  const compilerOptions = { ...nodeOnly, allowJs: true, checkJs: true };
  assert.equal(findTypeErrors({ compilerOptions, files }), '');
});

for (const [index, [, text = '']] of examples.entries()) {
  test(`example ${index + 1} of the documentation runs`, async () => {
    await using service = await startService();
    const name = `example-${index}.js`;
    await installed.write(name, text);
    const printed = await installed.run(name, { PARLEY_URL: service.baseUrl, PARLEY_KEY: 'parley_sk_test' });
    assert.match(printed, /river|cancelled|user-9/);
    assert.deepEqual(service.unexpected, []);
  });
}

test('the documentation installs this version', () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const guide = readFileSync(join(repository, 'docs', 'sdk.md'), 'utf8');
  assert.match(
    guide,
    new RegExp(`^npm install http://localhost:8080/sdk/parley-client-${version}\\.tgz$`, 'm'),
  );
});

test('the package says how it is installed, from an address that is the reader’s own', () => {
  const readme = readFileSync(join(installed.packageFolder, 'README.md'), 'utf8');
  assert.match(readme, /^npm install https:\/\/your-parley-service\.example\/sdk\/parley-client-/m);
  assert.doesNotMatch(readme, /localhost:8080/);
});

test('the documentation has its examples', () => {
  assert.equal(examples.length, 10);
});

function isPackage(name: string): boolean {
  return !name.startsWith('.');
}

/** Answers every prompt over two connections, and everything else in the simplest way. */
async function startService(): Promise<ScriptedService> {
  const service = await ScriptedService.start();
  const conversation = `/v1/conversations/${conversationUuid}`;
  const summary = { conversation_uuid: conversationUuid, title: 'Rivers' };
  const blocked = { external_user_id: 'user-9', blocked_at: '2026-11-22T10:00:00.000Z' };
  const message = { message_uuid: messageUuid, role: 'assistant', content: 'A river.' };
  for (const root of ['/v1', '/chat']) {
    service
      .on(`POST ${root}/stream`, eventsThenCut(meta, delta('Hello, ')))
      .on(`GET ${root}/jobs/${jobUuid}/stream`, events(delta('river', 'Hello, '), done))
      .on(`POST ${root}/jobs/${jobUuid}/cancel`, json(job('cancelled')));
  }
  return service
    .on(
      'POST /v1/jobs',
      json({ ok: true, job_uuid: jobUuid, queue_position: 1, queue_name: 'standard' }, 202),
    )
    .on(`GET /v1/jobs/${jobUuid}`, json(job('running')), json(job('completed')))
    .on(`GET /v1/jobs/${jobUuid}/output`, json({ ok: true, answer: 'A river.' }))
    .on('GET /v1/conversations', json({ ok: true, data: [summary], has_more: false, next_cursor: null }))
    .on(`GET ${conversation}`, json({ ok: true, messages: [message] }))
    .on(`PATCH ${conversation}`, json({ ok: true, ...summary }))
    .on(`POST ${conversation}/feedback`, json({ ok: true }))
    .on(`DELETE ${conversation}`, json({ ok: true }))
    .on('PUT /v1/blocked-users', json({ ok: true, ...blocked }))
    .on('GET /v1/blocked-users', json({ ok: true, data: [blocked], has_more: false, next_cursor: null }))
    .on('DELETE /v1/blocked-users', json({ ok: true, external_user_id: 'user-9', blocked: false }))
    .on('GET /v1/usage', json({ ok: true, usage }))
    .on('POST /v1/hosted-session', json({ ok: true, token: 'jwt', tenant_url: service.origin }));
}

export const breaks: readonly Break[] = [
  {
    rule: 'The package’s README has no address of this machine',
    file: 'scripts/sdk/compile-package.ts',
    replace: "guide.replaceAll(defaultOrigin, 'https://your-parley-service.example')",
    by: 'guide',
  },
];
