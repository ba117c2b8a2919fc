import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandCaller } from '#core/identity/caller.ts';
import { identify } from '#http/session/request-identity.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { callerOf, createClient } from '#test/world/factories.ts';

test('with a token nothing but the token names the end user; with a key every place has to agree', async () => {
  await using stored = await createTestDatabase();
  await using database = openPatientDatabase(stored.url, 1);
  const client = await createClient(database);
  const rest = { admin: false, sessionId: 's', hostedUserId: null, expiresAt: new Date(), facts: null };
  const visitor = brandCaller({ kind: 'hosted', client, userId: 'anna', ...rest });
  for (const named of [
    {},
    { query: 'ben' },
    { body: 'ben' },
    { context: 'ben' },
    { query: 'ben', body: 'c' },
  ]) {
    assert.equal(identify(visitor, named).userId, 'anna');
  }
  const partner = callerOf(client);
  for (const named of [
    { query: 'ben' },
    { body: 'ben' },
    { query: 'ben', body: 'ben' },
    { context: 'ben' },
  ]) {
    assert.equal(identify(partner, named).userId, 'ben');
  }
  for (const named of [
    { query: 'ben', body: 'Ben' },
    { query: 'ben', context: 'anna' },
    { body: 'ben', context: 'anna' },
  ]) {
    assert.throws(() => identify(partner, named), { code: 'identity_conflict' });
  }
  assert.throws(() => identify(partner, {}), { code: 'external_user_id_required' });
});

export const breaks: readonly Break[] = [
  {
    rule: 'With a token nothing but the token names the end user',
    file: 'src/http/session/request-identity.ts',
    replace: "if (caller.kind === 'hosted') return ownerOf(caller, caller.userId);",
    by: "if (caller.kind === 'hosted' && named.query === undefined) return ownerOf(caller, caller.userId);",
  },
  {
    rule: 'Two different end users in one request are a conflict',
    file: 'src/core/identity/agreed-user-id.ts',
    replace: 'if (other !== undefined) throw conflict(other.pointer);',
    by: '',
  },
];
