import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type ConsoleBrowser, type ConsoleWorld, openConsole } from '#test/console/console-world.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { Hosted, type Tenant } from '#test/world/hosted.ts';

// Without a mail server, so that an operator is shown links.
describe('What an operator may do to people who sign in, by role', () => {
  const dataFolder = makeFolder('parley-support-');
  let world: ConsoleWorld;
  let hosted: Hosted;
  let tenant: Tenant;
  let support: ConsoleBrowser;
  let operator: ConsoleBrowser;
  before(async () => {
    world = await openConsole({ env: { PARLEY_DATA_DIR: dataFolder } });
    hosted = new Hosted(world.api);
    tenant = await hosted.tenant();
    support = await world.signedIn('support');
    operator = await world.signedIn('operator');
  });
  after(() => world[Symbol.asyncDispose]());

  test('support makes no administrator, by inviting, by a password, or by a change', async () => {
    const user = await tenant.user('ordinary@example.com');
    const asked = [
      ['POST', '', { email: 'a@example.com', admin: true }],
      ['POST', '', { email: 'b@example.com', admin: true, password: 'correct horse battery' }],
      ['PATCH', `/hu:${user.id}`, { admin: true }],
    ] as const;
    for (const [method, path, body] of asked) {
      const { status, json } = await support.ask(method, people(path), body);
      assert.deepEqual([status, json['code']], [403, 'insufficient_scope'], `${method} ${path}`);
    }
    assert.deepEqual(await administrators(), []);
    for (const [method, path, body] of asked) {
      const { status, text } = await operator.ask(method, people(path), body);
      assert.ok(status === 200 || status === 201, text);
    }
    assert.deepEqual(await administrators(), ['a@example.com', 'b@example.com', 'ordinary@example.com']);
  });

  test('support resets no password of an administrator, and an operator does', async () => {
    const { id } = await tenant.user('chief@example.com', { admin: true });
    const path = people(`/hu:${id}/reset-password`);
    const refused = await support.ask('POST', path);
    assert.deepEqual([refused.status, refused.json['code']], [403, 'insufficient_scope']);
    const browser = hosted.browser();
    assert.equal((await tenant.signIn(browser, 'chief@example.com')).status, 200);
    const reset = await operator.ask('POST', path);
    assert.match(String(reset.json['link']), /\/reset\?token=/);
  });

  test('support is never shown a link: it is in the outbox, for the person alone', async () => {
    const user = await tenant.user('forgetful@example.com');
    const letters = async () => (await readdir(join(dataFolder, 'outbox'))).length;
    for (const [path, body] of [
      ['', { email: 'invited@example.com' }],
      [`/hu:${user.id}/reset-password`, undefined],
    ] as const) {
      const before = await letters();
      const { status, json, text } = await support.ask('POST', people(path), body);
      assert.ok(status === 200 || status === 201, text);
      assert.equal(json['mailed'], true);
      assert.ok(!('link' in json) && !text.includes('token='), text);
      assert.equal(await letters(), before + 1);
    }
    const shown = await operator.ask('POST', people(`/hu:${user.id}/reset-password`));
    assert.match(String(shown.json['link']), /\/reset\?token=/);
  });

  test('a password that came with a request has to be changed at the first sign-in', async () => {
    const { key } = await world.api.partner({ scopes: ['admin:clients'] });
    const secret = 'correct horse battery';
    const byKey = await fetch(`${world.api.urlOf()}/admin/clients/${tenant.slug}/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'by-key@example.com', password: secret }),
    });
    assert.equal(byKey.status, 201);
    const body = { email: 'by-console@example.com', password: secret };
    assert.equal((await operator.ask('POST', people(''), body)).status, 201);
    for (const email of ['by-key@example.com', 'by-console@example.com']) {
      const browser = hosted.browser();
      const page = await tenant.signIn(browser, email, secret);
      assert.match(page.url, /\/password/, email);
      assert.equal((await browser.visit(tenant.url('/chat/usage'))).status, 401, email);
    }
  });

  function people(path: string): string {
    return `/clients/${tenant.slug}/users${path}`;
  }

  async function administrators(): Promise<readonly string[]> {
    const { rows } = await hosted.administration.users.list(tenant.slug, {});
    return rows.filter(({ admin }) => admin).map(({ email }) => email);
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'Support invites no administrator',
    file: 'src/core/administration/manage-users.ts',
    replace: `    const { admin, invitedLanguage } = wanted;
    if (admin) requireOverAdministrators(actor);`,
    by: '    const { admin, invitedLanguage } = wanted;',
  },
  {
    rule: 'Support makes no administrator with a password',
    file: 'src/core/administration/manage-users.ts',
    replace: `    const { admin = false } = wanted;
    if (admin) requireOverAdministrators(actor);`,
    by: '    const { admin = false } = wanted;',
  },
  {
    rule: 'Support makes no one an administrator',
    file: 'src/core/administration/manage-users.ts',
    replace: 'if (change.admin === true) requireOverAdministrators(actor);',
    by: '',
  },
  {
    rule: 'Support resets no password of an administrator',
    file: 'src/core/administration/manage-users.ts',
    replace: 'if (user.admin) requireOverAdministrators(actor);',
    by: '',
  },
  {
    rule: 'Support is never shown a link',
    file: 'src/core/sign-in/password-links.ts',
    replace: "if (actor.kind === 'operator' && actor.role === 'support') return 'letter';",
    by: '',
  },
  {
    rule: 'A password that came by a key has to be changed',
    file: 'src/core/administration/manage-users.ts',
    replace: "actor.kind === 'key' || actor.kind === 'operator'",
    by: "actor.kind === 'operator'",
  },
  {
    rule: 'A password that came from the console has to be changed',
    file: 'src/core/administration/manage-users.ts',
    replace: "actor.kind === 'key' || actor.kind === 'operator'",
    by: "actor.kind === 'key'",
  },
];
