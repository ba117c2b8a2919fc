import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { FormBrowser, Page } from '#test/browser/form-browser.ts';
import type { Hosted, Tenant } from '#test/world/hosted.ts';
import { shareHosted } from '#test/world/shared-service.ts';

describe('What the administrators of a tenant send to the world outside', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let admins: readonly FormBrowser[];
  before(async () => {
    hosted = await shareHosted();
    tenant = await hosted.tenant();
    admins = await Promise.all([1, 2].map(async () => (await tenant.visitor({ admin: true })).browser));
  });

  test('is 100 invitations an hour of them all, and a partner’s backend brings more', async () => {
    const pages = await askInTurn(100, '/users', (n) => ({ email: `invited-${n}@example.com` }));
    assert.deepEqual(countOf(pages, 201), 100);
    const { status, text, headers } = await ask(0, '/users', { email: 'late@example.com' });
    assert.deepEqual([status, JSON.parse(text).code], [429, 'too_many_attempts']);
    const seconds = Number(headers['retry-after']);
    assert.ok(seconds > 3_400 && seconds <= 3_600, `${seconds}`);
    const { key } = await hosted.api.partner({ scopes: ['admin:clients'] });
    const byKey = await fetch(`${hosted.api.urlOf()}/admin/clients/${tenant.slug}/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'late@example.com' }),
    });
    assert.equal(byKey.status, 201);
    const other = await hosted.tenant();
    const free = (await other.visitor({ admin: true })).browser;
    const invited = await free.sendJson(other.url('/account/api/users'), 'POST', { email: 'a@example.com' });
    assert.equal(invited.status, 201, 'another tenant counts for itself');
  });

  test('is ten resets of one person an hour, and as many of another', async () => {
    const [one, other] = [await tenant.user('one@example.com'), await tenant.user('two@example.com')];
    const pages = await askInTurn(12, `/users/hu:${one.id}/reset-password`);
    assert.deepEqual([countOf(pages, 200), countOf(pages, 429)], [10, 2]);
    assert.equal((await ask(0, `/users/hu:${other.id}/reset-password`)).status, 200);
  });

  test('is 30 checks of a token endpoint an hour; a page alone is checked as often as one likes', async () => {
    const page = { page_url: 'https://www.example.com/' };
    // Another origin than the page's, so that nothing is sent.
    const checked = { ...page, token_endpoint: 'https://elsewhere.example.com/token' };
    const pages = await askInTurn(32, '/embedding/check', () => checked);
    assert.deepEqual([countOf(pages, 200), countOf(pages, 429)], [30, 2]);
    assert.equal((await ask(1, '/embedding/check', page)).status, 200);
  });

  async function askInTurn(
    times: number,
    path: string,
    body: (n: number) => object | undefined = () => undefined,
  ) {
    const asked = Array.from({ length: times }, (_, n) => ask(n % admins.length, path, body(n)));
    return Promise.all(asked);
  }

  async function ask(admin: number, path: string, body?: object): Promise<Page> {
    const browser = admins[admin];
    assert.ok(browser !== undefined);
    return browser.sendJson(tenant.url(`/account/api${path}`), 'POST', body);
  }

  function countOf(pages: readonly Page[], status: number): number {
    return pages.filter((page) => page.status === status).length;
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'Administrators invite 100 people an hour',
    file: 'src/core/sign-in/password-links.ts',
    replace:
      "if (actor.kind === 'hosted-user') await countHourly(this.#options.throttle, 'invitations', tenant);",
    by: '',
  },
  {
    rule: 'The limit of invitations is that of administrators, not of a backend',
    file: 'src/core/sign-in/password-links.ts',
    replace: "if (actor.kind === 'hosted-user') await countHourly",
    by: 'await countHourly',
  },
  {
    rule: 'Invitations are counted for each tenant',
    file: 'src/core/sign-in/throttle.ts',
    replace: 'name, most[what])',
    by: 'what, most[what])',
  },
  {
    rule: 'The password of one person is reset ten times an hour',
    file: 'src/core/sign-in/password-links.ts',
    replace: "this.#options.throttle, 'resets', `",
    by: "this.#options.throttle, 'resets', crypto.randomUUID() + `",
  },
  {
    rule: 'A token endpoint is tried 30 times an hour',
    file: 'src/core/operations/client/embedding.ts',
    replace: "await countHourly(throttle, 'endpoint-checks', client.slug);",
    by: '',
  },
  {
    rule: 'What is sent outside is counted by the hour',
    file: 'src/core/sign-in/throttle.ts',
    replace: 'const hourSeconds = 60 * 60;',
    by: 'const hourSeconds = 60;',
  },
];
