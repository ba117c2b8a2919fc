import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import { hostileDocuments } from '../web/markdown-corpus.ts';

const corpus = Object.values(hostileDocuments).join('\n\n---\n\n');

let world: BrowserWorld;

describe('What pages refuse', () => {
  before(async () => {
    world = await openBrowserWorld();
  });

  after(() => world[Symbol.asyncDispose]());

  test('a hostile answer runs nothing and sends no request, live and from the history', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await page.evaluate('window.boom = () => { window.boomed = true; }');
    const images: string[] = [];
    page.on('request', (request) => request.resourceType() === 'image' && images.push(request.url()));
    world.hosted.api.provider.enqueue({ texts: piecesOf(corpus, 40) });
    await page.getByRole('textbox', { name: 'Message' }).fill('<img src=x onerror=boom()> What is new?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    await requireHarmless(page);
    await page.reload();
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    await requireHarmless(page);
    deepEqual(
      images.filter((address) => new URL(address).pathname !== '/brand/logo'),
      [],
    );
    tab.requireNoComplaints();
  });

  test('hostile names are text on the account page', async () => {
    const name = '<img src=x onerror=boom()></script><script>boom()</script>';
    const tenant = await world.hosted.tenant({ name });
    await tenant.hosted.api.database.query(
      `insert into usage_users (client_id, external_user_id, day, requests)
     values ($1, $2, (now() at time zone 'utc')::date, 5)`,
      [tenant.client.id, name],
    );
    await tenant.user('ada@example.com', { admin: true });
    await using tab = await world.tab();
    await tab.enter(tenant, 'ada@example.com', '/account');
    for (const table of ['Most used today', 'By user: Requests']) {
      const region = tab.page.getByRole('region', { name: `${table}, Table` });
      await region.getByRole('rowheader', { name }).waitFor();
    }
    equal(await tab.page.locator('img').count(), 0);
    tab.requireNoComplaints();
  });

  test('no page can be framed, and none takes a string for markup', async () => {
    const tenant = await world.hosted.tenant();
    await tenant.user('ada@example.com', { admin: true });
    await using tab = await world.tab();
    const response = await tab.page.goto(world.hosted.loginUrl());
    const policies = [response?.headers()['content-security-policy'] ?? ''];
    await tab.signIn(tenant, 'ada@example.com');
    for (const path of ['/', '/account']) {
      const answer = await tab.page.goto(tenant.url(path));
      policies.push(answer?.headers()['content-security-policy'] ?? '');
    }
    for (const policy of policies) {
      match(policy, /frame-ancestors 'none'/);
      match(policy, /require-trusted-types-for 'script'; trusted-types 'none'/);
      match(policy, /style-src 'self';/);
    }
    tab.requireNoComplaints();
    const refusal = tab.page.evaluate('document.body.innerHTML = "<b>x</b>"');
    match(await refusal.then(String, String), /TrustedHTML/);
  });

  test('the page of a missing address has its own styles under its own policy', async () => {
    await using tab = await world.tab({ locale: 'ar' });
    const { page } = tab;
    await page.goto(`http://nobody.localhost:${world.hosted.api.portOf()}/chat`);
    await page.getByRole('heading', { name: 'الصفحة غير موجودة' }).waitFor();
    equal(await page.evaluate('getComputedStyle(document.body).display + document.dir'), 'gridrtl');
    tab.requireNoComplaints();
  });

  test('no script can read the session', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    equal(await page.evaluate('document.cookie'), '');
    equal(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })'), '{}');
  });
});

async function requireHarmless(page: Page): Promise<void> {
  equal(await page.evaluate('window.boomed'), undefined);
  equal(
    await page.locator('.markdown :is(img, script, iframe, object, embed, form, style, link, base)').count(),
    0,
  );
  const links = page.locator('.markdown a');
  const addresses = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
  deepEqual(
    addresses.filter((address) => !/^(?:https?:|mailto:|#note-\d)/i.test(address ?? '')),
    [],
  );
}

function piecesOf(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'Pages use Trusted Types',
    file: 'src/http/server/security-headers.ts',
    replace: '"require-trusted-types-for \'script\'",',
    by: '',
  },
];
