import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networksOf } from '#core/sign-in/throttle.ts';

test('an IPv4 address counts by itself and by its /24, however it is written', () => {
  const counted = { single: '192.0.2.77', network: '192.0.2', site: null };
  assert.deepEqual(networksOf('192.0.2.77'), counted);
  assert.deepEqual(networksOf('::ffff:192.0.2.77'), counted);
});

test('an IPv6 address counts by its /64 and its /48, however it is written', () => {
  const counted = { single: '2001:db8:7:2a', network: '2001:db8:7:2a', site: '2001:db8:7' };
  for (const address of ['2001:db8:7:2a::1', '2001:0DB8:0007:002a:1:2:3:4', '2001:db8:7:2a::%eth0']) {
    assert.deepEqual(networksOf(address), counted);
  }
  assert.equal(networksOf('::1').network, '0:0:0:0');
});
