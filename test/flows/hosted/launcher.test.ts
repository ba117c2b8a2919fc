import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Hosted, Tenant } from '#test/world/hosted.ts';
import { shareHosted } from '#test/world/shared-service.ts';

const buildScript = join(import.meta.dirname, '../../../scripts/build-launcher.ts');

describe('the launcher of a tenant', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  before(async () => {
    await promisify(execFile)(process.execPath, [buildScript, '--if-stale']);
    hosted = await shareHosted();
    tenant = await hosted.tenant();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    hosted.browser().visit(tenant.url(path), { headers });

  test('moves, is kept for five minutes, and may be included by every page', async () => {
    const { status, headers } = await get('/launcher.js');
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'public, max-age=300');
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['set-cookie'], undefined);
  });

  test('is asked for again only when it changed', async () => {
    const { headers } = await get('/launcher.js');
    const again = await get('/launcher.js', { 'if-none-match': String(headers['etag']) });
    assert.deepEqual([again.status, again.text], [304, '']);
  });

  test('has a fixed version whose integrity is published', async () => {
    const { version, path, integrity } = JSON.parse((await get('/launcher.json')).text);
    const { status, headers, text } = await get(path);
    assert.equal(status, 200);
    assert.equal(path, `/launcher/${version}.js`);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    assert.equal(integrity, `sha384-${createHash('sha384').update(text).digest('base64')}`);
    assert.equal(text, (await get('/launcher.js')).text);
    assert.ok(text.includes(version));
  });

  test('is compressed for those who take it, as bytes of its own', async () => {
    const { headers } = await get('/launcher.js', { 'accept-encoding': 'gzip, br' });
    assert.equal(headers['content-encoding'], 'br');
    assert.equal(headers['vary'], 'accept-encoding');
    assert.notEqual(headers['etag'], (await get('/launcher.js')).headers['etag']);
  });

  test('knows nothing of the tenant', async () => {
    const other = await hosted.tenant();
    const theirs = await hosted.browser().visit(other.url('/launcher.js'));
    assert.equal(theirs.text, (await get('/launcher.js')).text);
    assert.ok(!theirs.text.includes(other.slug));
  });

  test('of another version, and of a path out of its folder, is not found', async () => {
    for (const path of [
      '/launcher/0.0.0.js',
      '/launcher/launcher.json',
      '/launcher/..%2fweb%2fmanifest.json',
      '/launcher/%2e%2e%2fpackage.js',
      '/launcher/',
    ]) {
      assert.equal((await get(path)).status, 404, path);
    }
  });

  test('is gone with a revoked tenant', async () => {
    const revoked = await hosted.tenant({ enabled: false });
    assert.equal((await hosted.browser().visit(revoked.url('/launcher.js'))).status, 404);
  });
});
