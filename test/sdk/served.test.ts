import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ClientPackages } from '#http/client-package/client-packages.ts';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { packPackage } from '../../scripts/sdk/pack-package.ts';
import { InstalledPackage } from './installed-package.ts';
import { repository } from './type-check.ts';

const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));

describe('The client package of a running service', () => {
  let api: Api;
  let sdk: string;
  before(async () => {
    api = await openApi();
    sdk = api.urlOf().replace(/\/v1$/, '/sdk');
  });
  after(() => api[Symbol.asyncDispose]());

  test('is installed by its address, with the integrity that the service shows, and streams an answer', async () => {
    const url = `${sdk}/parley-client-${version}.tgz`;
    await using installed = await InstalledPackage.create(url);
    const lock = JSON.parse(await readFile(join(installed.folder, 'package-lock.json'), 'utf8'));
    const { integrity, resolved } = lock.packages['node_modules/@parley/client'];
    const shown = await (await fetch(`${sdk}/parley-client.json`)).json();
    assert.partialDeepStrictEqual(shown, { ok: true, name: '@parley/client', version, integrity });
    assert.equal(resolved, url);
    const partner = await api.partner();
    await installed.write(
      'ask.js',
      `import { Parley } from '@parley/client';
       const client = new Parley({ apiKey: process.env.PARLEY_KEY, baseUrl: process.env.PARLEY_URL });
       const answer = await client.stream({ prompt: 'Hello', externalUserId: 'user-1' }).result();
       const { data } = await client.agents.list();
       console.log(answer.finishReason, answer.text.length > 0, data[0].slug);`,
    );
    const env = { PARLEY_URL: api.urlOf(), PARLEY_KEY: partner.key };
    assert.equal(await installed.run('ask.js', env), 'stop true assistant\n');
  });

  test('is public, and a version is cached for good while the moving address is not', async () => {
    for (const [file, caching] of [
      [`parley-client-${version}.tgz`, 'public, max-age=31536000, immutable'],
      ['parley-client.tgz', 'no-cache'],
    ]) {
      const response = await fetch(`${sdk}/${file}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      const digest = createHash('sha512').update(bytes).digest('base64');
      const header = (name: string) => response.headers.get(name);
      assert.deepEqual([response.status, header('content-type')], [200, 'application/gzip']);
      assert.deepEqual([header('cache-control'), header('repr-digest')], [caching, `sha-512=:${digest}:`]);
      const known = { headers: { 'if-none-match': header('etag') ?? '' } };
      assert.equal((await fetch(`${sdk}/${file}`, known)).status, 304);
    }
  });

  test('has no other versions and no other files', async () => {
    for (const file of ['parley-client-9.9.9.tgz', 'packages.json', 'parley-client-..%2f.tgz', 'x']) {
      const response = await fetch(`${sdk}/${file}`);
      const { code } = JSON.parse(await response.text());
      assert.deepEqual([response.status, code], [404, 'not_found']);
    }
  });
});

test('the same sources give the same package, byte by byte', async () => {
  const [one, other] = [packPackage(repository), packPackage(repository)];
  assert.equal(Buffer.compare(one, other), 0);
  // Nothing about the machine or the moment: no time and no file name in the header of gzip, one time in the archive.
  assert.deepEqual([...one.subarray(3, 8)], [0, 0, 0, 0, 0]);
});

test('packages of earlier releases are served beside the current one', async () => {
  const folder = makeFolder('parley-packages-');
  try {
    for (const name of ['-1.0.0', '-1.1.0', ''])
      await writeFile(join(folder, `parley-client${name}.tgz`), name);
    const packages = ['1.0.0', '1.1.0'].map((each) => ({ version: each, integrity: `sha512-${each}` }));
    const listed = { version: '1.1.0', integrity: 'sha512-new', packages };
    await writeFile(join(folder, 'packages.json'), JSON.stringify(listed));
    const served = new ClientPackages(folder);
    assert.equal((await served.file('1.0.0'))?.bytes.toString(), '-1.0.0');
    assert.equal((await served.file('1.1.0'))?.bytes.toString(), '-1.1.0');
    assert.equal((await served.current())?.integrity, 'sha512-new');
    assert.equal(await served.file('0.9.0'), null);
  } finally {
    await rm(folder, { recursive: true });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'The same sources give the same package',
    file: 'scripts/sdk/pack-package.ts',
    replace: 'mtime: packedAt',
    by: 'mtime: Date.now()',
  },
  {
    rule: 'The file of a version is cached for good',
    file: 'src/http/client-package/client-package-routes.ts',
    replace: "'public, max-age=31536000, immutable'",
    by: "'no-cache'",
  },
  {
    rule: 'A release keeps serving the packages of earlier ones',
    file: 'src/http/client-package/client-packages.ts',
    replace: '.find((each) => each.version === version)',
    by: '.slice(-1).find((each) => each.version === version)',
  },
];
