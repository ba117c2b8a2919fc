import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorRoles } from '#contract/console/roles.ts';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { type OperationRow, operationTable } from '#contract/endpoints/operation-table.ts';
import { operations } from '#core/operations/operations.ts';
import { type Principal, requireAllowed } from '#core/operations/principal.ts';
import type { Break } from '#test/break.ts';

const actor = { kind: 'service' } as const;
const row: OperationRow = {
  channels: ['api', 'console'],
  scope: 'admin:usage',
  roles: ['owner', 'support'],
  fresh: false,
  audit: null,
};

test('every row of the table is an operation, and every operation that travels has its shapes', () => {
  const rows: [string, OperationRow][] = Object.entries(operationTable);
  assert.deepEqual(
    rows.map(([name]) => name).sort(),
    Object.values(operations)
      .map(({ name }) => name)
      .sort(),
  );
  const exposed = rows.filter(([, { channels }]) => channels.includes('api')).map(([name]) => name);
  assert.deepEqual(Object.keys(adminEndpoints).sort(), exposed.sort());
});

test('a key needs the scope, and has no role', () => {
  const key = (scopes: ('admin:usage' | 'admin:audit')[]): Principal => ({ channel: 'api', actor, scopes });
  requireAllowed(row, key(['admin:usage']));
  assert.throws(() => requireAllowed(row, key(['admin:audit'])), { code: 'insufficient_scope' });
  assert.throws(() => requireAllowed({ ...row, scope: null }, key(['admin:usage'])), { code: 'not_found' });
});

test('a role that lacks the operation is refused like a key without the scope', () => {
  for (const role of operatorRoles) {
    const principal: Principal = { channel: 'console', actor, role, isFresh: true };
    if (row.roles.includes(role)) requireAllowed(row, principal);
    else assert.throws(() => requireAllowed(row, principal), { code: 'insufficient_scope', status: 403 });
  }
});

test('a channel that the operation does not have leads nowhere', () => {
  const shell: Principal = { channel: 'cli', actor, role: 'owner' };
  assert.throws(() => requireAllowed(row, shell), { code: 'not_found' });
});

test('what needs a fresh passkey needs it in the console only', () => {
  const fresh: OperationRow = { ...row, channels: ['api', 'console', 'cli'], fresh: true };
  const by = (isFresh: boolean): Principal => ({ channel: 'console', actor, role: 'owner', isFresh });
  requireAllowed(fresh, by(true));
  requireAllowed(fresh, { channel: 'cli', actor, role: 'owner' });
  requireAllowed(fresh, { channel: 'api', actor, scopes: ['admin:usage'] });
  assert.throws(() => requireAllowed(fresh, by(false)), { code: 'fresh_passkey_required' });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A role that lacks an operation is refused',
    file: 'src/core/operations/principal.ts',
    replace: 'if (!row.roles.includes(by.role))',
    by: 'if (row.roles.length === 0)',
  },
  {
    rule: 'An operation is reached by its own channels only',
    file: 'src/core/operations/principal.ts',
    replace: 'if (!row.channels.includes(by.channel))',
    by: 'if (row.channels.length === 0)',
  },
  {
    rule: 'What cannot be undone needs a fresh passkey in the console',
    file: 'src/core/operations/principal.ts',
    replace: "if (by.channel === 'console' && !by.isFresh)",
    by: "if (by.channel !== 'console' && !by)",
  },
];
