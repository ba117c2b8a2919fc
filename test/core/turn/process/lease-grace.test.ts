import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeaseGrace } from '#core/turn/process/lease-grace.ts';

const leaseMs = 8_000;

test('without an outage a lease that has run out is over, also when a heartbeat was lost', () => {
  const grace = new LeaseGrace(leaseMs, 0);
  for (const now of [200, 1_200, 5_200, 5_400]) grace.beat(now);
  assert.equal(grace.at(5_400), 0);
});

test('the time of an outage does not count, until there was a whole lease without one', () => {
  const grace = new LeaseGrace(leaseMs, 0);
  grace.beat(1_000);
  grace.beat(6_000);
  grace.beat(6_200);
  assert.equal(grace.at(6_200), 5_000);
  assert.equal(grace.at(13_999), 5_000);
  assert.equal(grace.at(14_000), 0);
});

test('outages that follow one another add up, as far as a lease of good time reaches back', () => {
  const grace = new LeaseGrace(leaseMs, 0);
  grace.beat(5_000);
  grace.beat(8_000);
  grace.beat(13_000);
  assert.equal(grace.at(13_000), 10_000);
  assert.equal(grace.at(17_999), 10_000);
  // Between the two, and since the second: one lease.
  assert.equal(grace.at(18_000), 5_000);
  assert.equal(grace.at(21_000), 0);
});

test('recurring outages extend a lease up to a limit only', () => {
  const grace = new LeaseGrace(leaseMs, 0);
  let now = 0;
  for (let nth = 0; nth < 100; nth++) {
    now += 5_000;
    grace.beat(now);
    now += 2_000;
    grace.beat(now);
  }
  assert.equal(grace.at(now), 15_000);
});
