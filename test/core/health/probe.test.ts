import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Probe } from '#core/health/health-check.ts';

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
    // Timers fire in the order of their times, however late.
    const late = delay(10 * limitMs, 'late');
    const both = Promise.all([probe.status(), probe.status()]);
    assert.deepEqual(await Promise.race([both, late]), ['fail', 'fail']);
    const waiting = probe.status();
    assert.equal(asked, 1);
    resolve('pass');
    assert.equal(await waiting, 'pass');
    assert.equal(await probe.status(), 'pass');
    assert.equal(asked, 2);
  });
});
