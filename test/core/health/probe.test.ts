import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Probe } from '#core/health/probe.ts';

const limitMs = 50;

describe('a probe', () => {
  it('passes on what the dependency says, and fails with it', async () => {
    assert.equal(await new Probe(() => Promise.resolve('warn'), limitMs).status(), 'warn');
    assert.equal(await new Probe(() => Promise.reject(new Error('away')), limitMs).status(), 'fail');
  });

  it('fails in time when the dependency hangs, and asks it once however many wait', async () => {
    const { promise, resolve } = Promise.withResolvers<'pass'>();
    let asked = 0;
    const probe = new Probe(() => {
      asked += 1;
      return promise;
    }, limitMs);
    const before = performance.now();
    assert.deepEqual(await Promise.all([probe.status(), probe.status()]), ['fail', 'fail']);
    assert.ok(performance.now() - before < 1_000);
    const waiting = probe.status();
    assert.equal(asked, 1);
    resolve('pass');
    assert.equal(await waiting, 'pass');
    assert.equal(await probe.status(), 'pass');
    assert.equal(asked, 2);
  });
});
