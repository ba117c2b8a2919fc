import assert from 'node:assert/strict';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type TestProcess } from '../../test/support/world/process.ts';
import { ImageStore } from './image-store.ts';
import { type Container, runImage } from './run-image.ts';
import { requireRoot, requireTools } from './tools.ts';

/**
 * Builds the image of deploy/Containerfile without a container engine, and runs it with a read-only root: it answers,
 * stops while an answer is under way, goes on with the same volume, and is restored from a backup into another one.
 */
requireTools({ buildah: 'buildah', mmdebstrap: 'mmdebstrap', unshare: 'util-linux', npm: 'npm' });
requireRoot('the image is run in namespaces of its own');

const tag = 'localhost/parley';
using store = new ImageStore();
using volumes = new DisposableStack();
const volume = makeVolume();

const seconds = stopwatch();
store.makeBases();
console.log(`Base systems: ${seconds()} s`);
store.build(join(import.meta.dirname, '..', '..'), tag);
console.log(`Image: ${seconds()} s`);

const config = store.config(tag);
assert.equal(config.User, '10001:10001');
assert.deepEqual(config.Cmd, ['serve']);
assert.deepEqual(Object.keys(config.Volumes), ['/var/lib/parley']);
assert.ok(config.Env.includes('PARLEY_DEMO=off'));
assert.doesNotMatch(config.Entrypoint.join(' '), /\bsh\b/);
const root = store.mount(tag);
const parts: { components: readonly { name: string }[]; bomFormat: string } = JSON.parse(
  readFileSync(join(root, 'opt/parley/sbom.cdx.json'), 'utf8'),
);
assert.equal(parts.bomFormat, 'CycloneDX');
const names = parts.components.map(({ name }) => name);
assert.ok(names.includes('fastify') && !names.includes('vite'), 'the bill of materials lists other packages');
console.log(`Bill of materials: ${names.length} packages`);

const port = await freePort();
const container: Container = {
  root,
  config,
  volumes: { '/var/lib/parley': volume },
  env: { PORT: String(port), HOST: '127.0.0.1' },
};
const origin = `http://localhost:${port}`;
let conversation = '';
let key = '';
{
  await using service = await serve(container);
  assert.doesNotMatch(service.stdout() + service.stderr(), /parley_sk_/, 'a secret was printed');
  key = (await parley(container, 'client', 'create', 'acme')).api_key;
  console.log(`First start and first partner: ${seconds()} s`);
  const answer = await ask();
  conversation = answer.headers.get('x-conversation-id') ?? '';
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  assert.ok((first?.value?.length ?? 0) > 0);
  service.kill('SIGTERM');
  while (!(await reader?.read())?.done) {
    // To its end: the stop lets a running answer finish.
  }
  assert.deepEqual(await service.exited, { code: 0, signal: null }, service.stdout() + service.stderr());
  console.log(`Stopped with an open stream, which ended: ${seconds()} s`);
}
const backup = '/var/lib/parley/backup';
{
  await using service = await serve(container);
  await isKept();
  assert.equal((await ask()).status, 200);
  await parley(container, 'backup', backup);
  const written = () => writeFileSync(join(`/proc/${service.pid}/root`, 'opt/parley/package.json'), '');
  assert.throws(written, /EROFS/, 'the root of the image can be written to');
  console.log(`Started again on the same volume, with the conversation, and backed up: ${seconds()} s`);
}
{
  const other = { ...container, volumes: { '/var/lib/parley': makeVolume() } };
  const copy = { '/backup': join(volume, 'backup') };
  await parley({ ...other, volumes: { ...other.volumes, ...copy } }, 'restore', '/backup');
  await using _service = await serve(other);
  await isKept();
  console.log(`Restored into another volume: ${seconds()} s`);
}

function makeVolume(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-volume-'));
  volumes.defer(() => rmSync(folder, { recursive: true, force: true }));
  chownSync(folder, 10001, 10001);
  return folder;
}

async function isKept(): Promise<void> {
  const path = `${origin}/v1/conversations/${conversation}?external_user_id=user-1`;
  const response = await fetch(path, { headers: { authorization: `Bearer ${key}` } });
  assert.match(await response.text(), /"role":"assistant"/);
}

async function serve(place: Container): Promise<TestProcess> {
  const service = runImage(place);
  try {
    await service.printed(/Parley is ready/);
    return service;
  } catch (error) {
    await service[Symbol.asyncDispose]();
    throw error;
  }
}

async function parley(place: Container, ...words: readonly string[]): Promise<{ readonly api_key: string }> {
  await using command = runImage(place, [...words, '--json']);
  const { code } = await command.exited;
  assert.equal(code, 0, command.stderr());
  return JSON.parse(command.stdout());
}

function ask(): Promise<Response> {
  return fetch(`${origin}/v1/stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'What is Parley?', context: { external_user_id: 'user-1' } }),
  });
}

function stopwatch(): () => string {
  let last = performance.now();
  return () => {
    const passed = (performance.now() - last) / 1_000;
    last = performance.now();
    return passed.toFixed(1);
  };
}
