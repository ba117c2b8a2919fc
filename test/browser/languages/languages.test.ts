import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { directionOf, type Language, languageNames, languages } from '#contract/languages/languages.ts';
import type { Break } from '#test/break.ts';
import { requireAccessibleInBoth } from '#test/browser/accessible.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import { findOverflows } from '#test/browser/overflows.ts';
import { untilTrue } from '#test/browser/until-true.ts';
import { mockText } from '#test/mock/mock-scenario.ts';
import type { Tenant } from '#test/world/hosted.ts';

let world: BrowserWorld;
let tenant: Tenant;

describe('Pages in the language of their reader', () => {
  before(async () => {
    world = await shareBrowserWorld();
    tenant = await world.hosted.tenant({ deep_dive_enabled: true, daily_limit: 50 });
    await tenant.user('leser@example.com');
  });

  test('the chat follows the browser until its reader chooses, and what is written stays', async () => {
    await using tab = await world.tab({ locale: 'ar-EG', viewport: { width: 1280, height: 800 } });
    const { page } = tab;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await signIn(page, 'leser@example.com');
    const message = page.locator('.composer textarea');
    await message.waitFor();
    deepEqual(await rootOf(page), { lang: 'ar', dir: 'rtl' });
    equal(await message.getAttribute('aria-label'), 'الرسالة');
    deepEqual(await cataloguesIn(loaded), ['ar'], 'one catalogue is sent');
    const [sidebar, log] = await Promise.all([startOf(page, '.sidebar'), startOf(page, '.log')]);
    ok(sidebar > log, 'the sidebar is where lines begin');
    const [name, title] = await Promise.all(['p', 'h1'].map((part) => textEnd(page, `.page-header ${part}`)));
    equal(name, title, 'a name in Latin letters stands where the lines begin');
    equal(await scaleOf(page, '.page-header > .icon-button .icon'), '-1 1', 'the icon shows its side');
    await requireAccessibleInBoth(page, 'chat in Arabic');

    await message.fill('لا تنس هذا');
    await choose(page, 'de');
    deepEqual(await rootOf(page), { lang: 'de', dir: 'ltr' });
    equal(await page.getByRole('textbox', { name: 'Nachricht' }).inputValue(), 'لا تنس هذا');
    await page.locator(':is(.composer textarea, .page-header .menu > button):focus').waitFor();
    await requireAccessibleInBoth(page, 'chat in German');

    await page.reload();
    await page.getByRole('textbox', { name: 'Nachricht' }).waitFor();
    equal(await page.getByRole('textbox', { name: 'Nachricht' }).inputValue(), 'لا تنس هذا');
    const asked = page.waitForRequest('**/chat/stream');
    await page.getByRole('textbox', { name: 'Nachricht' }).press('Enter');
    equal((await asked).headers()['accept-language'], 'de', 'tools are told of in the language of the page');
    await page.getByText(mockText(5).trim()).waitFor();
    tab.requireNoComplaints();
  });

  test('an answer that runs while its reader chooses a language is followed once', async () => {
    await using tab = await world.tab({ locale: 'en' });
    const { page } = tab;
    const follows: string[] = [];
    page.on(
      'request',
      (request) => /\/jobs\/[^/]+\/stream/.test(request.url()) && follows.push(request.url()),
    );
    await tab.chat(await world.hosted.tenant());
    world.hosted.api.provider.enqueue({ deltas: 5, stallAfter: 3 });
    await page.locator('.composer textarea').fill('Say it once');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?conversation=*');
    await page.reload();
    await page.getByText(mockText(3).trim()).waitFor();
    await choose(page, 'de');
    await page.getByRole('button', { name: 'Stoppen', exact: true }).click();
    await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).waitFor();
    await choose(page, 'en');
    deepEqual(await page.locator('.answer .markdown').allInnerTexts(), [mockText(3).trim()]);
    equal(follows.length, 1, 'requests for the running answer');
  });

  test('on a phone the words of every language fit where they stand', async () => {
    await using tab = await world.tab({ viewport: { width: 360, height: 740 }, hasTouch: true });
    const { page } = tab;
    await signIn(page, 'leser@example.com');
    await page.locator('.composer textarea').waitFor();
    for (const language of languages) {
      await choose(page, language);
      deepEqual(await rootOf(page), { lang: language, dir: directionOf(language) });
      equal(
        await page.evaluate("getComputedStyle(document.querySelector('.composer textarea')).direction"),
        directionOf(language),
        'the placeholder stands where lines begin',
      );
      await page.locator('.page-header .menu > button').click();
      await page.locator('.menu-panel select').waitFor();
      deepEqual(await findOverflows(page), [], languageNames[language]);
      await page.keyboard.press('Escape');
      await page.locator('.page-header > .icon-button').click();
      deepEqual(await findOverflows(page), [], `${languageNames[language]}, sidebar`);
      await page.locator('.scrim').click({ position: position(language) });
    }
    tab.requireNoComplaints();
  });

  test('the account page follows its reader, keeps what is typed, and its words fit on a phone', async () => {
    await tenant.user('chefin@example.com', { admin: true });
    await using tab = await world.tab({ locale: 'ar-EG', viewport: { width: 390, height: 844 } });
    const { page } = tab;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await signIn(page, 'chefin@example.com');
    await page.goto(tenant.url('/account'));
    await page.getByRole('heading', { level: 1, name: 'الاستخدام' }).waitFor();
    deepEqual(await rootOf(page), { lang: 'ar', dir: 'rtl' });
    deepEqual(await cataloguesIn(loaded, 'account/account.ts'), ['ar'], 'one catalogue is sent');
    await requireAccessibleInBoth(page, 'account in Arabic');

    await page.getByRole('link', { name: 'العلامة التجارية' }).click();
    await page.getByRole('textbox', { name: 'التحية' }).fill('أهلًا');
    await choose(page, 'de');
    deepEqual(await rootOf(page), { lang: 'de', dir: 'ltr' });
    equal(await page.getByRole('textbox', { name: 'Begrüßung' }).inputValue(), 'أهلًا');
    await untilTrue(page, `document.title.startsWith('Marke')`);
    await page.keyboard.press('Escape');
    await requireAccessibleInBoth(page, 'account in German');
    for (const language of languages) {
      await choose(page, language);
      deepEqual(await rootOf(page), { lang: language, dir: directionOf(language) });
      deepEqual(await overflowsBesideLinks(page), [], `${languageNames[language]}, menu`);
      await page.keyboard.press('Escape');
      for (const section of ['users', 'brand', 'security']) {
        await page.evaluate(`location.hash = '${section}'`);
        await page.locator('main .note').first().waitFor();
        deepEqual(await overflowsBesideLinks(page), [], `${languageNames[language]}, ${section}`);
      }
    }
    tab.requireNoComplaints();
  });

  for (const locale of ['ar', 'de']) {
    test(`the sign-in page has no violation in ${locale}`, async () => {
      await using tab = await world.tab({ locale });
      await tab.page.goto(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
      equal((await rootOf(tab.page)).lang, locale);
      await requireAccessibleInBoth(tab.page, `sign in, ${locale}`);
    });
  }

  test('a frame follows its page, until its reader has chosen', async () => {
    await using tab = await world.tab({ locale: 'de-DE' });
    const { page } = tab;
    await page.goto(tenant.url('/embed?locale=fr-CA'));
    await page.getByText('Ouvrir le chat').waitFor();
    await page.evaluate("localStorage.setItem('parley-language', 'ja')");
    await page.reload();
    await page.getByText('チャットを開く').waitFor();
    deepEqual(await rootOf(page), { lang: 'ja', dir: 'ltr' });
  });
});

/** The links to the sections of the account page are a row that scrolls. */
async function overflowsBesideLinks(page: Page): Promise<readonly string[]> {
  return (await findOverflows(page)).filter((element) => !element.startsWith('<a href="#'));
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill('a password to sign in with');
  await page.locator('form button[type=submit]').first().click();
  await page.waitForURL(`${tenant.url('')}/**`);
}

/** The choice is stored before the next step, which may load the page again. */
async function choose(page: Page, language: Language): Promise<void> {
  await page.locator('.page-header .menu > button').click();
  const select = page.locator('.menu-panel select');
  await select.waitFor();
  if ((await select.inputValue()) === language) return page.keyboard.press('Escape');
  const stored = page.waitForResponse((response) => response.url().endsWith('/session/language'));
  await select.selectOption(language);
  equal((await stored).status(), 200);
}

function rootOf(page: Page): Promise<{ lang: string; dir: string }> {
  return page.evaluate('({ lang: document.documentElement.lang, dir: document.documentElement.dir })');
}

/** Where the words of an element end on the right, whatever its own width is. */
function textEnd(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    `{ const range = new Range(); range.selectNodeContents(document.querySelector('${selector}')); Math.round(range.getBoundingClientRect().right) }`,
  );
}

function scaleOf(page: Page, selector: string): Promise<string> {
  return page.evaluate(`getComputedStyle(document.querySelector('${selector}')).scale`);
}

function startOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => element.getBoundingClientRect().x);
}

/** Beside the open sidebar, which covers the side where lines begin. */
function position(language: Language): { x: number; y: number } {
  return { x: directionOf(language) === 'rtl' ? 10 : 350, y: 400 };
}

async function cataloguesIn(
  addresses: readonly string[],
  catalogue = 'chat.ts',
): Promise<readonly Language[]> {
  const path = join(import.meta.dirname, '../../../dist/web/manifest.json');
  const manifest: Readonly<Record<string, { file: string }>> = JSON.parse(await readFile(path, 'utf8'));
  return languages.filter((language) => {
    const file = manifest[`locales/${language}/${catalogue}`]?.file ?? '';
    return addresses.some((address) => address.endsWith(`/assets/${file}`));
  });
}

export const breaks: readonly Break[] = [
  {
    rule: 'A chat asks in the language of its page',
    file: 'src/client/request.ts',
    replace: "...(language && { 'accept-language': language() })",
    by: "...(language && { 'accept-language': 'ar' })",
  },
  {
    rule: 'Parts that are loaded on demand follow the choice of another language',
    file: 'src/web/shared/text/page-language.ts',
    replace: 'if (later !== null) store.setLater(later);',
    by: '',
  },
  {
    rule: 'A page has the direction of the language that its reader chooses',
    file: 'src/web/shared/text/page-language.ts',
    replace: 'root.dir = directionOf(wanted);',
    by: '',
  },
  {
    rule: 'An answer that runs is followed once, however often the page is drawn again',
    file: 'src/web/chat/life/start-page.ts',
    replace: `  begun.add(chat);
`,
    by: '',
  },
  {
    rule: 'Names of either direction stand where the lines of the page begin',
    file: 'src/web/chat/styles/layout.css',
    replace: `  text-align: -webkit-match-parent;
`,
    by: '',
  },
  {
    rule: 'An empty field has the direction of the page',
    file: 'src/web/shared/styles/base.css',
    replace: `  direction: inherit;
`,
    by: '',
  },
];
