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

  it('opens to a hosted caller what the chat scope opens, and to administrators what the tenant has for itself', () => {
    const rest = { userId: 'anna', sessionId: 's', hostedUserId: null, expiresAt: new Date(), facts: null };
    for (const admin of [false, true]) {
      for (const own of [scopes, ['chat'] as const]) {
        const visitor = brandCaller({ kind: 'hosted', client: { ...client, scopes: own }, ...rest, admin });
        const open = scopes.filter((scope) => isOpen(() => requireScope(visitor, scope)));
        const partners = scopes.filter((scope) => !scope.startsWith('admin:'));
        assert.deepEqual(open, admin && own === scopes ? partners : ['chat']);
      }
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
    rule: 'A hosted caller who is no administrator has the chat scope and no other',
    file: 'src/core/identity/gate.ts',
    replace: '(caller.admin && !isAdminScope',
    by: '(!isAdminScope',
  },
  {
    rule: 'No administrator of a tenant has an admin scope',
    file: 'src/core/identity/gate.ts',
    replace: '!isAdminScope(scope) && grants',
    by: 'grants',
  },
];
