import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { FormBrowser, Page } from '#test/browser/form-browser.ts';
import { type Hosted, openHosted, password, type Tenant } from '#test/world/hosted.ts';
import { Postbox } from '#test/world/postbox.ts';

const scopes = ['chat', 'keys'];

describe('the key of a tenant, on its account page', () => {
  const postbox = new Postbox();
  let hosted: Hosted;
  before(async () => {
    hosted = await openHosted({
      env: { SMTP_URL: await postbox.open(), MAIL_FROM: 'Parley <p@example.org>' },
    });
  });
  after(async () => {
    await hosted[Symbol.asyncDispose]();
    await postbox[Symbol.asyncDispose]();
  });

  async function withAdministrator(columns: object = { scopes }) {
    const tenant = await hosted.tenant({ ...columns });
    const { browser, user } = await tenant.visitor({ admin: true });
    const ask = async (what: string, body?: object): Promise<Answer> => {
      const address = tenant.url(`/account/api/keys${what}`);
      return answered(await browser.sendJson(address, body === undefined ? 'GET' : 'POST', body));
    };
    return { tenant, ask, email: user.email, browser };
  }

  async function works(tenant: Tenant, key: unknown): Promise<boolean> {
    const { status } = await fetch(`${hosted.api.urlOf()}/agents`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.ok(status === 200 || status === 401, `${tenant.slug}: ${status}`);
    return status === 200;
  }

  test('is replaced without a password where the previous one works on, and every administrator gets an email', async () => {
    const { tenant, ask, email } = await withAdministrator();
    await tenant.user('other@example.com', { admin: true });
    const disabled = await tenant.user('a-disabled@example.com', { admin: true });
    await hosted.administration.users.disable({ kind: 'service' }, tenant.slug, disabled);
    await tenant.user('a-user@example.com');
    await hosted.api.database.query(
      "update hosted_users set language = 'de' where email = 'other@example.com'",
    );
    const { body } = await ask('/rotate', { overlap_seconds: 3_600 });
    assert.deepEqual(Object.keys(body).sort(), ['api_key', 'key_prefix', 'ok', 'previous_key_until']);
    assert.deepEqual([await works(tenant, tenant.key), await works(tenant, body['api_key'])], [true, true]);
    const letters = [await postbox.next(), await postbox.next()].sort((one, two) =>
      toOf(one).localeCompare(toOf(two)),
    );
    assert.deepEqual(letters.map(toOf), [email, 'other@example.com'].sort());
    const german = letters.find((letter) => toOf(letter) === 'other@example.com') ?? '';
    assert.match(german, /^Content-Language: de/im);
    for (const letter of letters) {
      assert.ok(plain(letter).includes(tenant.url('/account')), letter);
      assert.ok(plain(letter).includes(email), letter);
      assert.ok(!plain(letter).includes(String(body['api_key']).slice(15)), 'a key was mailed');
    }
    await ask('/end-previous', { password });
    await postbox.next();
    await postbox.next();
    // Emails are sent in the order of their addresses, so these people would have come first.
    assert.deepEqual(
      postbox.recipients.filter((address) => address.startsWith('a-')),
      [],
    );
    const { body: shown } = await ask('');
    const { ok, key_prefix, previous_key_until } = body;
    assert.notEqual(previous_key_until, null);
    assert.deepEqual(shown, { ok, key_prefix, previous_key_until: null });
  });

  test('ends at once by the password of the administrator, and by no other', async () => {
    const { tenant, ask } = await withAdministrator();
    const { body: first } = await ask('/rotate', {});
    await postbox.next();
    for (const wrong of ['not the password', '']) {
      for (const what of ['/end-previous', '/replace']) {
        const { status, body } = await ask(what, { password: wrong });
        assert.deepEqual([status, pointerIn(body), codeIn(body)], [422, '/password', 'wrong']);
      }
    }
    assert.deepEqual([await works(tenant, tenant.key), await works(tenant, first['api_key'])], [true, true]);
    const { body: ended } = await ask('/end-previous', { password });
    assert.equal(ended['previous_key_until'], null);
    assert.deepEqual([await works(tenant, tenant.key), await works(tenant, first['api_key'])], [false, true]);
    await postbox.next();
    const { body: last } = await ask('/replace', { password });
    assert.equal(last['previous_key_until'], null);
    assert.deepEqual(
      [await works(tenant, first['api_key']), await works(tenant, last['api_key'])],
      [false, true],
    );
    await postbox.next();
    const again = await ask('/end-previous', { password });
    assert.equal(again.status, 200);
    await postbox.next();
    const log = await hosted.api.database.query<{ action: string }>(
      'select action from audit_log where client_id = $1 and action like $2 order by id',
      [tenant.client.id, 'client.%key'],
    );
    assert.deepEqual(
      log.map(({ action }) => action),
      ['client.rotate_key', 'client.end_previous_key', 'client.rotate_key'],
    );
  });

  test('guesses at the password are attempts to sign in', async () => {
    const { ask } = await withAdministrator();
    for (let count = 0; count < 10; count++) await ask('/replace', { password: `guess ${count}` });
    assert.equal((await ask('/replace', { password })).body['code'], 'too_many_attempts');
    assert.equal((await ask('/end-previous', { password })).body['code'], 'too_many_attempts');
  });

  test('is there only where the operator gave the scope, and not where a key reaches other clients', async () => {
    const without = await withAdministrator({ scopes: ['chat', 'webhooks', 'user-data'] });
    const tools = await withAdministrator({ scopes: [...scopes, 'admin:clients'] });
    for (const [what, body] of [
      ['', undefined],
      ['/rotate', {}],
      ['/replace', { password }],
      ['/end-previous', { password }],
    ] as const) {
      const { status, body: refused } = await without.ask(what, body);
      assert.deepEqual([status, refused['code'], refused['scope']], [403, 'insufficient_scope', 'keys']);
    }
    for (const [what, body] of [
      ['/rotate', {}],
      ['/replace', { password }],
    ] as const) {
      const { status, body: refused } = await tools.ask(what, body);
      assert.deepEqual([status, refused['scope']], [403, 'admin:clients']);
    }
    assert.equal(await works(tools.tenant, tools.tenant.key), true);
  });

  test('is nobody else’s: neither people who are no administrators nor another tenant’s reach it', async () => {
    const { tenant, browser } = await withAdministrator();
    const other = await withAdministrator();
    const user = await tenant.visitor();
    const at = (of: Tenant, by: FormBrowser) => by.sendJson(of.url('/account/api/keys/rotate'), 'POST', {});
    assert.equal(answered(await at(tenant, user.browser)).body['code'], 'admin_required');
    assert.equal(answered(await at(other.tenant, browser)).body['code'], 'session_required');
    const foreign = { origin: other.tenant.url().slice(0, -1) };
    const page = await browser.sendJson(tenant.url('/account/api/keys/rotate'), 'POST', {}, foreign);
    assert.equal(answered(page).body['code'], 'origin_not_allowed');
    assert.deepEqual(
      [await works(tenant, tenant.key), await works(other.tenant, other.tenant.key)],
      [true, true],
    );
  });
});

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

function answered({ status, text }: Page): Answer {
  return { status, body: JSON.parse(text) };
}

function errorIn(body: Answer['body']): { pointer?: string; code?: string } {
  const { errors } = body;
  return Array.isArray(errors) ? errors[0] : {};
}

const pointerIn = (body: Answer['body']) => errorIn(body).pointer;
const codeIn = (body: Answer['body']) => errorIn(body).code;

function toOf(letter: string): string {
  return /^To: (.*)$/m.exec(letter)?.[1]?.trim() ?? '';
}

/** The text of an email whose lines may be folded. */
function plain(letter: string): string {
  return letter.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}

export const breaks: readonly Break[] = [
  {
    rule: 'A key ends at once only by the password of the person who asks',
    file: 'src/core/keys/manage-own-key.ts',
    replace: 'await confirmAdministrator(this.#parts, slug, by)',
    by: "await confirmAdministrator(this.#parts, slug, by).catch(() => ({\n      confirmation: { requireStanding: async () => undefined, release: async () => undefined },\n      email: 'x',\n    }))",
  },
  {
    rule: 'An administrator is shown no key that reaches other clients',
    file: 'src/core/keys/manage-own-key.ts',
    replace: "author.kind === 'key' ? undefined : scopes.find(isAdminScope)",
    by: "author.kind !== 'key' ? undefined : scopes.find(isAdminScope)",
  },
  {
    rule: 'Administrators have the operations of a scope only where their tenant has it',
    file: 'src/core/identity/gate.ts',
    replace: 'caller.admin && !isAdminScope(scope) && grants(caller.client.scopes, scope)',
    by: 'caller.admin && !isAdminScope(scope)',
  },
  {
    rule: 'Only administrators who are enabled get the emails of a tenant',
    file: 'src/adapters/postgres/administration/hosted-user-store.ts',
    replace: 'h.admin and h.enabled',
    by: 'h.enabled',
  },
];
