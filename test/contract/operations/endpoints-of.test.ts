import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { operatorRow } from '#contract/endpoints/operation-table.ts';
import type { ClientOperation } from '#contract/operations/client-operation.ts';
import {
  accountEndpointsOf,
  adminEndpointsOf,
  consoleEndpointsOf,
  keyEndpoints,
} from '#contract/operations/endpoints-of.ts';
import { noQuery } from '#contract/request-parts.ts';
import type { Break } from '#test/break.ts';

const row = {
  fresh: false,
  audit: null,
  summary: 'A lamp',
  method: 'GET',
  path: '/lamps/:lamp',
  query: noQuery,
  body: null,
  answers: { 200: Type.Object({}) },
  errors: ['not_found'],
} as const;

const rows = {
  ofKeys: { ...row, channels: { api: 'webhooks' } },
  ofAdministrators: { ...row, channels: { account: true } },
  ofOperators: { ...row, channels: { admin: 'admin:usage', console: ['owner'] }, operatorName: 'ofAll' },
  ofTheConsole: { ...row, channels: { console: ['owner', 'support'], cli: true } },
  ofEverybody: {
    ...row,
    channels: { api: 'chat', account: true, admin: 'admin:clients', console: ['owner'] },
    ids: { account: 'ownLamp', operator: 'clientLamp' },
    ofPerson: true,
    query: Type.Object({ external_user_id: Type.Optional(Type.String()) }),
  },
} as const satisfies Record<string, ClientOperation>;

test('a channel has the operations whose rows name it, and no others', () => {
  assert.deepEqual(Object.keys(keyEndpoints(rows)), ['ofKeys', 'ofEverybody']);
  assert.deepEqual(Object.keys(accountEndpointsOf(rows)), ['ofAdministrators', 'ofEverybody']);
  assert.deepEqual(Object.keys(adminEndpointsOf(rows)), ['ofAll', 'ofEverybody']);
  assert.deepEqual(Object.keys(consoleEndpointsOf(rows)), ['ofTheConsole']);
});

test('a key needs the scope that the row gives its channel', () => {
  assert.equal(keyEndpoints(rows).ofKeys.scope, 'webhooks');
  assert.equal(keyEndpoints(rows).ofEverybody.scope, 'chat');
  assert.equal(adminEndpointsOf(rows).ofAll.scope, 'admin:usage');
  assert.equal(adminEndpointsOf(rows).ofEverybody.scope, 'admin:clients');
  assert.equal(consoleEndpointsOf(rows).ofTheConsole.scope, null);
});

test('operators name the client in the path, and may name one that is not there', () => {
  const { path, errors } = adminEndpointsOf(rows).ofAll;
  assert.equal(path, '/admin/clients/:slug/lamps/:lamp');
  assert.deepEqual(errors, ['client_not_found', 'not_found']);
  assert.equal(accountEndpointsOf(rows).ofAdministrators.path, '/lamps/:lamp');
});

test('a session names a person by another parameter than an end user names itself', () => {
  const named = ({ query }: Pick<ClientOperation, 'query'>) => Object.keys(query.properties);
  assert.deepEqual(named(keyEndpoints(rows).ofEverybody), ['external_user_id']);
  assert.deepEqual(named(accountEndpointsOf(rows).ofEverybody), ['identity']);
  assert.deepEqual(named(adminEndpointsOf(rows).ofEverybody), ['external_user_id']);
});

test('an operation id is the name, where the row gives the channel no other', () => {
  assert.equal(keyEndpoints(rows).ofEverybody.operation, 'ofEverybody');
  assert.equal(accountEndpointsOf(rows).ofEverybody.operation, 'ownLamp');
  assert.equal(adminEndpointsOf(rows).ofEverybody.operation, 'clientLamp');
  assert.equal(adminEndpointsOf(rows).ofAll.operation, 'ofAll');
});

test('operators have the channels that the row names', () => {
  assert.deepEqual(operatorRow(rows.ofOperators).channels, ['api', 'console']);
  assert.deepEqual(operatorRow(rows.ofTheConsole), {
    channels: ['console', 'cli'],
    scope: null,
    roles: ['owner', 'support'],
    fresh: false,
    audit: null,
  });
  assert.deepEqual(operatorRow(rows.ofAdministrators).channels, []);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A partner’s key has the operations that its channel is named for',
    file: 'src/contract/operations/endpoints-of.ts',
    replace: 'const scope = row.channels.api;',
    by: "const scope = row.channels.api ?? 'chat';",
  },
  {
    rule: 'An administrator has the operations that the account’s channel is named for',
    file: 'src/contract/operations/endpoints-of.ts',
    replace: 'if (!row.channels.account) return null;',
    by: '',
  },
  {
    rule: 'The shell has the operations that its channel is named for',
    file: 'src/contract/endpoints/operation-table.ts',
    replace: 'cli: isCommand = false } = channels;',
    by: 'cli: isCommand = true } = channels;',
  },
];
