import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type ConsoleWorld, challengeIn, openConsole } from '#test/console/console-world.ts';

/** A ceremony belongs to the session that began it, and a passkey to its operator. */
describe('A proof at the console', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await openConsole();
  });
  after(() => world[Symbol.asyncDispose]());

  test('is taken by the session alone that asked for it', async () => {
    const [one, other] = [
      await world.signedIn('operator', 'one@example.com'),
      await world.signedIn('operator', 'other@example.com'),
    ];
    const { ceremony, options } = (await one.ask('POST', '/session/confirm/options')).json;
    const credential = other.authenticator.get(challengeIn(options), world.origin);
    const refused = await other.ask('POST', '/session/confirm', { ceremony, credential });
    assert.deepEqual([refused.status, refused.json['code']], [401, 'invalid_passkey']);
    assert.equal((await other.confirm()).status, 200);
  });

  test('of another operator’s passkey confirms nothing', async () => {
    const [one, other] = [
      await world.signedIn('operator', 'ann@example.com'),
      await world.signedIn('operator', 'bob@example.com'),
    ];
    const { ceremony, options } = (await one.ask('POST', '/session/confirm/options')).json;
    const credential = other.authenticator.get(challengeIn(options), world.origin);
    const refused = await one.ask('POST', '/session/confirm', { ceremony, credential });
    assert.deepEqual([refused.status, refused.json['code']], [401, 'invalid_passkey']);
  });

  test('to sign in is none to confirm, and none to add a passkey', async () => {
    const browser = await world.signedIn('operator', 'cat@example.com');
    const begin = async () => (await browser.ask('POST', '/session/options')).json;
    const proof = (options: Parameters<typeof challengeIn>[0]) =>
      browser.authenticator.get(challengeIn(options), world.origin);
    const confirming = await begin();
    const confirmed = await browser.ask('POST', '/session/confirm', {
      ceremony: confirming['ceremony'],
      credential: proof(confirming['options']),
    });
    assert.equal(confirmed.json['code'], 'invalid_passkey');
    const adding = await begin();
    const added = await browser.ask('POST', '/passkeys', {
      ceremony: adding['ceremony'],
      credential: browser.authenticator.create(challengeIn(adding['options']), world.origin),
      name: 'Test',
    });
    assert.equal(added.json['code'], 'invalid_passkey');
  });

  test('is in the audit log: a sign-in and an added passkey, by the person', async () => {
    const browser = await world.signedIn('operator', 'dan@example.com');
    assert.equal((await browser.signIn()).status, 200);
    const rows = await world.api.database.query<{ action: string; actor: string; subject: string }>(
      `select action, actor, subject from audit_log
       where subject = (select 'op:' || id from operators where email = 'dan@example.com')
         and action in ('operator.add_passkey', 'operator.sign_in') order by id`,
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['operator.add_passkey', 'operator.sign_in'],
    );
    for (const { actor, subject } of rows) assert.equal(actor, subject);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A ceremony belongs to the session that began it',
    file: 'src/core/operators/console-access.ts',
    replace: 'ceremony === null || ceremony.sessionId !== sessionId',
    by: 'ceremony === null',
  },
  {
    rule: 'A session is confirmed by a passkey of its own operator',
    file: 'src/core/operators/console-access.ts',
    replace: 'passkey === null || passkey.operatorId !== operator.id',
    by: 'passkey === null',
  },
  {
    rule: 'A sign-in of an operator is in the audit log',
    file: 'src/core/operators/console-access.ts',
    replace: "        action: 'operator.sign_in',",
    by: "        action: 'operator.update',",
  },
  {
    rule: 'An added passkey is in the audit log',
    file: 'src/core/operators/console-access.ts',
    replace: `      await auditPasskey(change, operator, 'operator.add_passkey', { name, synced: made.synced });
`,
    by: '',
  },
];
