import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownDevices } from '#core/sign-in/known-device.ts';
import type { Break } from '#test/break.ts';

const devices = new KnownDevices('a master secret');

test('a device vouches for the account that signed in, and for no other', () => {
  const cookie = devices.remember(null, 'acme', 'ada@example.com');
  assert.notEqual(devices.recognise(cookie, 'acme', 'ada@example.com'), null);
  assert.equal(devices.recognise(cookie, 'acme', 'bob@example.com'), null);
  assert.equal(devices.recognise(cookie, 'other', 'ada@example.com'), null);
});

test('a device that the service did not sign vouches for nothing', () => {
  const foreign = new KnownDevices('another secret').remember(null, 'acme', 'ada@example.com');
  const [id = '', signature = ''] = devices.remember(null, 'acme', 'ada@example.com').split('.');
  const other = devices.remember(null, 'acme', 'bob@example.com').split('.')[0];
  for (const cookie of [
    null,
    '',
    foreign,
    id,
    `${other}.${signature}`,
    `${id}.${signature}x`,
    'é'.repeat(45),
  ]) {
    assert.equal(devices.recognise(cookie, 'acme', 'ada@example.com'), null, String(cookie));
  }
});

test('a device of the master secret before is known while that is configured, and then signed by the present one', () => {
  const before = devices.remember(null, 'acme', 'ada@example.com');
  const present = new KnownDevices('another secret', 'a master secret');
  const id = present.recognise(before, 'acme', 'ada@example.com');
  assert.notEqual(id, null);
  assert.equal(present.recognise(before, 'acme', 'bob@example.com'), null);
  const after = present.remember(before, 'acme', 'ada@example.com');
  assert.equal(new KnownDevices('another secret').recognise(after, 'acme', 'ada@example.com'), id);
});

test('a device keeps its id and remembers five accounts, the latest first', () => {
  let cookie: string | null = null;
  for (let index = 0; index < 7; index++) cookie = devices.remember(cookie, 'acme', `${index}@example.com`);
  const ids = Array.from({ length: 7 }, (_, index) =>
    devices.recognise(cookie, 'acme', `${index}@example.com`),
  );
  assert.deepEqual(
    ids.map((id) => id !== null),
    [false, false, true, true, true, true, true],
  );
  assert.equal(new Set(ids.filter((id) => id !== null)).size, 1);
  assert.equal(devices.remember(cookie, 'acme', '6@example.com'), cookie);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A device that the master secret before has signed is known',
    file: 'src/core/sign-in/known-device.ts',
    replace: 'previousSecret === null ? null : keyOf(previousSecret)',
    by: 'null',
  },
  {
    rule: 'a device vouches for the accounts that signed in there only',
    file: 'src/core/sign-in/known-device.ts',
    replace: 'Buffer.from(sign(key, id, tenant, email))',
    by: "Buffer.from(signatures[0] ?? '')",
  },
];
