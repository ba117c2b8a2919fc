import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import { consoleScreens, openScreen, requireWhole } from '#test/browser/console-screens.ts';
import { openAsOperator, openConsoleTab } from '#test/browser/operator-tab.ts';
import { Partner } from '#test/world/partner.ts';

let world: BrowserWorld;

before(async () => {
  world = await openBrowserWorld();
});

after(() => world[Symbol.asyncDispose]());

test('a link makes the first owner, who then signs in with a passkey', async () => {
  const { tab, console } = await openConsoleTab(world);
  await using _ = tab;
  const { page } = tab;
  const link = `${console.origin}/enrol#${await console.code()}`;
  await page.goto(link);
  await page.getByRole('button', { name: 'Use this link' }).click();
  equal(page.url(), `${console.origin}/`);
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
  await page.getByRole('button', { name: 'Use this link' }).click();
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await heading(page, 'Overview');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await heading(page, 'Overview');
  await page.goto(link);
  await page.getByRole('button', { name: 'Use this link' }).click();
  await page.getByText('This link was used').waitFor();
  tab.requireNoComplaints();
});

test('a partner is made, its key rotated with a fresh passkey, and it is revoked and deleted', async () => {
  const { tab, console } = await openAsOperator(world, 'operator');
  await using _ = tab;
  const { page } = tab;
  await page.getByRole('link', { name: 'Partners' }).click();
  await page.getByRole('button', { name: 'New partner' }).click();
  const slug = `acme-${crypto.randomUUID().slice(0, 8)}`;
  await page.getByRole('textbox', { name: 'Slug' }).fill(slug);
  await page.getByRole('textbox', { name: 'Name' }).fill('Acme');
  await page.getByRole('button', { name: 'Create' }).click();
  equal(await statusWith(await shownSecret(page)), 200);
  await heading(page, 'Acme');
  await page.getByRole('link', { name: 'Limits' }).click();
  const openAi = page.getByRole('region', { name: 'OpenAI-compatible requests' });
  await openAi.getByRole('combobox').selectOption('Are left out');
  await openAi.getByRole('textbox', { name: 'Header that names the user' }).fill('X-User-Id');
  await openAi.getByRole('textbox', { name: 'User of requests that name none' }).fill('everyone');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  equal(await openAi.getByRole('combobox').inputValue(), 'ignore');
  equal(await openAi.getByRole('textbox', { name: 'Header that names the user' }).inputValue(), 'x-user-id');
  equal(
    await openAi.getByRole('textbox', { name: 'User of requests that name none' }).inputValue(),
    'everyone',
  );
  await console.api.database.query(
    "update operator_sessions set strong_until = now() - interval '1 second'",
    [],
  );
  await page.getByRole('link', { name: 'Key' }).click();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByRole('button', { name: 'Use passkey' })
    .click();
  const key = await shownSecret(page);
  equal(await statusWith(key), 200);
  for (const name of ['Revoke partner', 'Delete partner']) {
    await page.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog');
    equal(await dialog.getByRole('button', { name }).isDisabled(), true);
    await dialog.getByRole('textbox').fill(slug);
    await dialog.getByRole('button', { name }).click();
    await dialog.waitFor({ state: 'detached' });
    equal(await statusWith(key), 401);
  }
  await heading(page, 'Partners');
  tab.requireNoComplaints();
});

test('one failed question is found by its reference, by its partner and by its user', async () => {
  const tenant = await world.hosted.tenant({ model: 'openai/mock:status=404' });
  const partner = new Partner(world.hosted.api, tenant.client, tenant.key);
  const failed = await partner.send({ prompt: 'A question', context: { external_user_id: 'visitor 9' } });
  const reference = failed.headers.get('x-request-id') ?? '';
  const { tab, console } = await openAsOperator(world, 'support');
  await using _ = tab;
  const { page } = tab;
  await page.getByRole('link', { name: 'Failures' }).click();
  await heading(page, 'Failures');
  const row = page.getByRole('row').filter({ hasText: reference });
  await page.getByRole('searchbox', { name: 'Partner' }).fill(tenant.slug);
  await row.filter({ hasText: 'provider_error' }).filter({ hasText: 'visitor 9' }).waitFor();
  await page.getByRole('searchbox', { name: 'Partner' }).fill('');
  await page.getByRole('searchbox', { name: 'Request id or job' }).fill(reference);
  await row.waitFor();
  await page.getByRole('searchbox', { name: 'Request id or job' }).fill(crypto.randomUUID());
  await page.getByText('No turn has ended like this.').waitFor();
  await page.goto(`${console.origin}/partners/${tenant.slug}?tab=users`);
  await page.getByRole('textbox', { name: 'External user id' }).fill('visitor 9');
  await page.getByRole('button', { name: 'Look up' }).click();
  await row.waitFor();
  await requireAccessible(page, 'the last questions of an end user');
  tab.requireNoComplaints();
});

test('an end user is looked up, blocked, exported and erased, and stands in no address', async () => {
  const tenant = await world.hosted.tenant();
  const partner = new Partner(world.hosted.api, tenant.client, tenant.key);
  await partner.send({ prompt: 'A question', context: { external_user_id: 'visitor 7' } });
  const { tab, console } = await openAsOperator(world, 'operator');
  await using _ = tab;
  const { page } = tab;
  await page.goto(`${console.origin}/partners/${tenant.slug}?tab=users`);
  await page.getByRole('textbox', { name: 'External user id' }).fill('visitor 7');
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.getByRole('heading', { name: 'visitor 7' }).waitFor();
  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  const blocked = page.getByRole('heading', { name: 'visitor 7 Blocked' });
  await blocked.waitFor();
  await page.getByText('visitor 7 is blocked').getByRole('button', { name: 'Undo' }).click();
  await blocked.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await blocked.waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export data' }).click();
  match(await readFile(await (await downloading).path(), 'utf8'), /"content":"A question"/);
  await page.getByRole('button', { name: 'Erase data' }).click();
  await requireAccessible(page, 'the question before an erasure');
  await page.getByRole('dialog').getByRole('textbox').fill('visitor 7');
  await page.getByRole('dialog').getByRole('button', { name: 'Erase data' }).click();
  await page.getByText('The data of this user was erased.').waitFor();
  ok(!page.url().includes('visitor'), page.url());
  await requireAccessible(page, 'an end user');
  tab.requireNoComplaints();
});

test('every screen asks four times at most, has no violation, and fits a phone', async () => {
  const tenant = await world.hosted.tenant();
  const { tab, console } = await openAsOperator(world, 'owner');
  await using _ = tab;
  const { page } = tab;
  for (const { path, heading: name } of consoleScreens(tenant.slug).filter(
    ({ path }) => !path.includes('tab='),
  )) {
    const asked = await openScreen(page, `${console.origin}${path}`);
    // The page of a partner reads two months of costs besides itself and its day.
    ok(asked.length <= 4, `${path} asks ${asked.join(', ')}`);
    if (!path.startsWith('/partners/')) await heading(page, name);
    await requireWhole(page, path);
    await requireAccessible(page, path);
    await page.setViewportSize({ width: 360, height: 740 });
    await requireWhole(page, `${path} on a phone`);
    await page.setViewportSize({ width: 1280, height: 720 });
  }
  deepEqual(tab.foreignRequests, []);
});

test('a viewer is offered nothing that changes anything, and sees no people', async () => {
  const tenant = await world.hosted.tenant();
  await tenant.user('ben@example.com');
  const { tab, console } = await openAsOperator(world, 'viewer');
  await using _ = tab;
  const { page } = tab;
  const revealing = /^\/partners$|limits|users|live/;
  const changing = /^(New|Save|Rotate|Revoke|Invite|Add|Remove|Delete|Cancel|Drain|Test|End all|Make)/;
  for (const { path } of consoleScreens(tenant.slug).filter(({ path }) => revealing.test(path))) {
    await openScreen(page, `${console.origin}${path}`);
    deepEqual(
      await page.getByRole('main').getByRole('button', { name: changing }).allTextContents(),
      [],
      path,
    );
    equal(await page.getByText('ben@example.com').count(), 0);
  }
  tab.requireNoComplaints();
});

test('a screen asks again only while it is seen', async () => {
  const { tab, console } = await openAsOperator(world, 'viewer');
  await using _ = tab;
  const { page } = tab;
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/queue')) asked.push(request.url());
  });
  await page.goto(`${console.origin}/live`);
  await page.getByRole('heading', { name: 'Processes' }).waitFor();
  const again = page.waitForResponse('**/api/queue');
  await page.clock.runFor(5_000);
  await again;
  await page.evaluate(
    'Object.defineProperty(document, "hidden", { get: () => true }); document.dispatchEvent(new Event("visibilitychange"))',
  );
  const before = asked.length;
  await page.clock.runFor(60_000);
  // By its answer, whatever the clock had set off before is known here, too.
  await page.evaluate('fetch("/api/session").then((answer) => answer.status)');
  equal(asked.length, before);
});

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** The key in the dialog, which is then closed. */
async function shownSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog').filter({ has: page.locator('code') });
  const secret = (await dialog.locator('code').textContent()) ?? '';
  match(secret, /^parley_sk_/);
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  return secret;
}

async function statusWith(key: string): Promise<number> {
  const answer = await fetch(`${world.hosted.api.urlOf()}/providers`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await answer.body?.cancel();
  return answer.status;
}

export const breaks: readonly Break[] = [
  {
    rule: 'The console finds a question by its reference, however it ended',
    file: 'src/web/console/failures/failures-screen.tsx',
    replace: 'request_id: request,',
    by: "request_id: '',",
  },
  {
    rule: 'The page of an end user shows the last questions of that user',
    file: 'src/web/console/partners/end-users/user-turns.tsx',
    replace: 'external_user_id: identity,',
    by: "external_user_id: '-',",
  },
  {
    rule: 'The address of the failures is a page of the console',
    file: 'src/http/handlers/console/page.ts',
    replace: `  '/failures',
`,
    by: '',
  },
  {
    rule: 'The code of a link leaves the address before anything else happens',
    file: 'src/web/console/state/console.ts',
    replace: `  history.replaceState(null, '', '/');
`,
    by: '',
  },
  {
    rule: 'Pages offer only what the role may do',
    file: 'src/web/console/state/use-session.ts',
    replace: 'operations.includes(operation)',
    by: 'operations.length > 0',
  },
  {
    rule: 'A hidden page asks for nothing',
    file: 'src/web/administration/state/read-while-visible.ts',
    replace: "'visibilitychange', follow",
    by: "'never', follow",
  },
];
