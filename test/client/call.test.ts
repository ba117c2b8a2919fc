import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callAfter, createCall } from '#client/call.ts';
import type { ConsoleEndpoints } from '#client/routes/console-endpoints.ts';
import { consoleRoutes } from '#client/routes/console-routes.ts';
import type { Break } from '#test/break.ts';

const call = createCall<ConsoleEndpoints>(consoleRoutes, '/api');

test('a call has the method and the address of its operation, with what the path names encoded', () => {
  const params = { client: 'a/b', uuid: '?x=1' };
  assert.deepEqual(call('cancelTurn', { params }), {
    method: 'POST',
    address: '/api/turns/a%2Fb/%3Fx%3D1/cancel',
  });
});

test('a query leaves out what is empty, and keeps what is zero', () => {
  const query = { q: '', limit: 0, cursor: undefined };
  assert.equal(
    call('listUsers', { params: { slug: 'acme' }, query }).address,
    '/api/clients/acme/users?limit=0',
  );
  assert.equal(call('listClients', { query: { q: '' } }).address, '/api/clients');
});

test('a body travels as it is, and its absence as none', () => {
  const body = { overlap_seconds: 3600 };
  assert.deepEqual(call('rotateKey', { params: { slug: 'acme' }, body }).body, body);
  assert.ok(!('body' in call('deleteClient', { params: { slug: 'acme' } })));
});

test('the next page is the same call from where the last one ended', () => {
  const first = call('listAudit', { query: { client: 'acme' } });
  assert.equal(callAfter(first, 'a+b').address, '/api/audit?client=acme&cursor=a%2Bb');
  assert.equal(callAfter(call('listAudit', {}), 'a').address, '/api/audit?cursor=a');
});

export const breaks: readonly Break[] = [
  {
    rule: 'What a path names is encoded',
    file: 'src/client/call.ts',
    replace: 'encodeURIComponent(String(values.get(key)))',
    by: 'String(values.get(key))',
  },
  {
    rule: 'A query leaves out what is empty',
    file: 'src/client/call.ts',
    replace: "text === '' ? [] :",
    by: "text === ' ' ? [] :",
  },
  {
    rule: 'The next page keeps the query of the first',
    file: 'src/client/call.ts',
    replace: "address.includes('?') ? '&' : '?'",
    by: "address.includes('?') ? '?' : '&'",
  },
];
