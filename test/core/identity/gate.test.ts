import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Scope, scopes, subscriptionStatuses } from '#contract/closed-sets.ts';
import type { Client } from '#core/clients/client.ts';
import { brandCaller } from '#core/identity/caller.ts';
import { mayChat, requireScope } from '#core/identity/gate.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { callerOf, createClient } from '#test/world/factories.ts';

describe('the gate', () => {
  let stored: TestDatabase;
  let client: Client;

  before(async () => {
    stored = await createTestDatabase();
    await using database = openPatientDatabase(stored.url, 1);
    client = await createClient(database, { scopes: [...scopes] });
  });
  after(() => stored.drop());

  it('opens to a hosted caller what the chat scope opens, whatever scopes the client has', () => {
    const rest = { userId: 'anna', admin: true, sessionId: 's', hostedUserId: null, expiresAt: new Date() };
    const visitor = brandCaller({ kind: 'hosted', client, ...rest });
    for (const scope of scopes) {
      if (scope === 'chat') requireScope(visitor, scope);
      else assert.throws(() => requireScope(visitor, scope), { code: 'insufficient_scope' }, scope);
    }
  });

  it('opens to a key what its own scopes open, each of them alone', () => {
    for (const own of scopes) {
      const caller = callerOf({ ...client, scopes: [own] });
      const open = scopes.filter((scope) => isOpen(() => requireScope(caller, scope)));
      assert.deepEqual(open, [own] satisfies readonly Scope[]);
    }
  });

  it('lets a subscription on trial or active send, and no other', () => {
    assert.deepEqual(subscriptionStatuses.filter(mayChat), ['trial', 'active']);
  });
});

function isOpen(require: () => void): boolean {
  try {
    require();
    return true;
  } catch {
    return false;
  }
}

export const breaks: readonly Break[] = [
  {
    rule: 'A hosted caller has the chat scope and no other',
    file: 'src/core/identity/gate.ts',
    replace: "scope === 'chat' :",
    by: "scope !== 'admin:operate' :",
  },
];
