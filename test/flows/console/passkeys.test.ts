import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { Authenticator } from '#test/console/authenticator.ts';
import {
  type ConsoleBrowser,
  type ConsoleWorld,
  challengeIn,
  openConsole,
} from '#test/console/console-world.ts';
import { Postbox } from '#test/world/postbox.ts';

const shell = { kind: 'operator-cli' } as const;

describe('The passkeys of an operator', () => {
  let postbox: Postbox;
  let world: ConsoleWorld;
  before(async () => {
    postbox = new Postbox();
    world = await openConsole({ env: { SMTP_URL: await postbox.open() } });
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
    await postbox[Symbol.asyncDispose]();
  });

  test('the person gets an email about one that was added, with its name', async () => {
    await world.signedIn('operator', 'told@example.com');
    const letter = await postbox.next();
    assert.match(letter, /^To: told@example\.com\r$/m);
    assert.match(letter, /^Subject: A passkey was added to your operator account\r$/m);
    assert.match(letter, /"Test"/);
  });

  test('the way back by link removes every one, also that of a thief', async () => {
    const person = await world.signedIn('owner', 'robbed@example.com');
    const thief = await thiefOf(person);
    assert.equal((await thief.signIn()).status, 200);
    const again = world.browser();
    const code = await world.code('robbed@example.com');
    const back = await again.ask('POST', '/enrol', { code });
    assert.deepEqual([back.status, back.json['operator']?.['passkeys']], [200, 0]);
    for (const browser of [thief, person]) {
      const { status, json } = await browser.signIn();
      assert.deepEqual([status, json['code']], [401, 'invalid_passkey']);
    }
    assert.equal((await again.addPasskey()).status, 201);
  });

  test('one that is deleted takes the sessions of its operator with it, but for the own', async () => {
    const person = await world.signedIn('operator', 'careful@example.com');
    const second = await thiefOf(person);
    await second.signIn();
    assert.equal((await second.ask('GET', '/overview')).status, 200);
    const id = second.authenticator.id.toString('base64url');
    assert.equal((await person.ask('DELETE', `/passkeys/${id}`)).status, 200);
    assert.equal((await second.ask('GET', '/overview')).status, 401);
    assert.equal((await person.ask('GET', '/overview')).status, 200);
    const refused = await second.signIn();
    assert.equal(refused.status, 401, refused.text);
  });

  test('disabling removes them too, so that enabling makes none of them valid again', async () => {
    const owner = await world.signedIn('owner', 'first@example.com');
    const gone = await world.signedIn('operator', 'gone@example.com');
    const id = (await gone.ask('GET', '/session')).json['operator']?.['id'];
    await world.operators.update(shell, { email: 'gone@example.com' }, { enabled: false });
    const enabled = await owner.ask('PATCH', `/operators/${id}`, { enabled: true });
    assert.equal(enabled.json['operator']?.['passkeys'], 0, enabled.text);
    assert.equal((await gone.signIn()).json['code'], 'invalid_passkey');
  });

  test('one of another operator does not make a session fresh', async () => {
    const [person, other] = await Promise.all(
      ['one@example.com', 'other@example.com'].map((email) => world.signedIn('owner', email)),
    );
    assert.ok(person !== undefined && other !== undefined);
    await world.api.database.query('update operator_sessions set strong_until = now()');
    const { ceremony, options } = (await person.ask('POST', '/session/confirm/options')).json;
    const credential = other.authenticator.get(challengeIn(options), world.origin);
    const refused = await person.ask('POST', '/session/confirm', { ceremony, credential });
    assert.deepEqual([refused.status, refused.json['code']], [401, 'invalid_passkey']);
    const { slug } = (await world.api.partner()).client;
    const rotated = await person.ask('POST', `/clients/${slug}/rotate-key`);
    assert.equal(rotated.json['code'], 'fresh_passkey_required');
    assert.equal((await person.confirm()).status, 200);
  });

  test('a use counts as fresh for ten minutes and no longer', async () => {
    const browser = await world.signedIn('operator', 'minutes@example.com');
    for (const use of [() => browser.signIn(), () => browser.confirm()]) {
      const before = Date.now();
      const { json } = await use();
      const seconds = (Date.parse(String(json['strong_until'])) - before) / 1_000;
      assert.ok(seconds > 590 && seconds < 630, `${seconds}`);
    }
    const { slug } = (await world.api.partner()).client;
    const older = (minutes: number) =>
      world.api.database.query(
        'update operator_sessions set strong_until = strong_until - make_interval(mins => $1)',
        [minutes],
      );
    await older(9);
    assert.equal((await browser.ask('POST', `/clients/${slug}/rotate-key`)).status, 200);
    await older(1);
    const refused = await browser.ask('POST', `/clients/${slug}/rotate-key`);
    assert.deepEqual([refused.status, refused.json['code']], [403, 'fresh_passkey_required']);
  });

  test('each sign-in with one is in the audit log, and one that fails is not', async () => {
    const browser = await world.signedIn('viewer', 'audited@example.com');
    const id = (await browser.ask('GET', '/session')).json['operator']?.['id'];
    const signIns = () =>
      world.api.database.query<{ actor: string }>(
        `select actor from audit_log where action = 'operator.sign_in' and subject = $1`,
        [id],
      );
    assert.deepEqual(await signIns(), []);
    await browser.signIn();
    assert.deepEqual(await signIns(), [{ actor: id }]);
    assert.equal((await world.browser().signIn()).status, 401);
    assert.deepEqual(await signIns(), [{ actor: id }]);
  });

  /** A thief, who has added a passkey while the person's browser stood open. */
  async function thiefOf(person: ConsoleBrowser): Promise<ConsoleBrowser> {
    const authenticator = new Authenticator();
    const { ceremony, options } = (await person.ask('POST', '/passkeys/options')).json;
    const credential = authenticator.create(challengeIn(options), world.origin);
    assert.equal((await person.ask('POST', '/passkeys', { ceremony, credential })).status, 201);
    return world.browser(authenticator);
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'The way back by link, and disabling, remove the passkeys of an operator',
    file: 'src/core/operators/enrol-operator.ts',
    replace: 'await change.deletePasskeys(id);',
    by: '',
  },
  {
    rule: 'Disabling an operator shuts out what let the operator in',
    file: 'src/core/operators/manage-operators.ts',
    replace: 'await revokeOperatorAccess(change, before.id);',
    by: 'await change.endSessions(before.id);',
  },
  {
    rule: 'An operator gets an email about a passkey that was added',
    file: 'src/core/operators/console-access.ts',
    replace: 'this.#onAdded(operator, name);',
    by: '',
  },
  {
    rule: 'The passkey of another operator does not make a session fresh',
    file: 'src/core/operators/console-access.ts',
    replace: 'if (passkey === null || passkey.operatorId !== operator.id) throw errors.invalidPasskey();',
    by: 'if (passkey === null) throw errors.invalidPasskey();',
  },
  {
    rule: 'A passkey counts as fresh for ten minutes',
    file: 'src/core/operators/start-session.ts',
    replace: 'strong: 10 * 60,',
    by: 'strong: 10 * 60 * 60,',
  },
  {
    rule: 'Freshness ends with its time',
    file: 'src/http/session/console-gate.ts',
    replace: ' && strongUntil > new Date();',
    by: ';',
  },
  {
    rule: 'The sign-in of an operator is in the audit log',
    file: 'src/core/operators/console-access.ts',
    replace: "action: 'operator.sign_in',",
    by: "action: 'operator.enrol',",
  },
  {
    rule: 'A passkey takes the sessions of its operator with it',
    file: 'src/http/handlers/console/settings.ts',
    replace: 'await change.endSessions(open.operator.id, open.session.id);',
    by: '',
  },
];
