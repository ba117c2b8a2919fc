import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeaseGrace } from '#core/turn/lease-grace.ts';

test('without an outage a lease that has run out is over, also when a heartbeat was lost', () => {
  const grace = new LeaseGrace(8_000, 0);
  for (const now of [200, 1_200, 3_100, 3_300]) grace.beat(now);
  assert.equal(grace.at(3_300), 0);
});

test('the time of an outage does not count, until everybody has had a whole lease to renew theirs', () => {
  const grace = new LeaseGrace(8_000, 0);
  grace.beat(1_000);
  grace.beat(6_000);
  grace.beat(6_200);
  assert.equal(grace.at(6_200), 5_000);
  assert.equal(grace.at(13_999), 5_000);
  assert.equal(grace.at(14_000), 0);
});

test('outages that follow one another add up', () => {
  const grace = new LeaseGrace(8_000, 0);
  grace.beat(3_000);
  grace.beat(7_000);
  assert.equal(grace.at(7_000), 7_000);
  grace.beat(7_200);
  grace.beat(16_000);
  // The first one is long over.
  assert.equal(grace.at(16_000), 8_800);
});
