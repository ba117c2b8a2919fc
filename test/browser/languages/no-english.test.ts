import { deepEqual } from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { languageNames } from '#contract/languages/languages.ts';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import { marked, markWords } from '#test/browser/marked-words.ts';
import { outsideWords, wordsInView } from '#test/browser/outside-words.ts';
import { walkKnowledge, walkTools, walkWebhooks } from '#test/browser/walk-screens.ts';
import { password, type Tenant } from '#test/world/hosted.ts';
import { accountText, chatText } from '../../web/text/read-catalogues.ts';

/** What is the tenant's own, the same in every language, or written by `Intl` in that of the page. */
const known = [
  /[\w.+-]+@[\w.-]+|\b(?:Eine Frage|(?:Und n|N)och eine|Eine Antwort|assistant)\b/g,
  /https?:\/\/\S*/g,
  /\b(?:hu|op):[\w-]+/g,
  /\b(?:Chrome|Safari|Linux|UTC|ECONNREFUSED|CSV)\b/g,
  /\b(?:job|webhook)\.\w+|\bevt_[\w-]+|[\da-f]{8}-[\da-f-]{27}/g,
  /\b[a-z]+-src\b|'self'/g,
  new RegExp(Object.values(languageNames).join('|'), 'g'),
  /\/api\/chat-token\b/g,
  /\.(?:txt|tiff)\b|\bByte\b/g,
  /#[0-9a-f]{6}\b|ü😀word\d|Sei freundlich\.|\bassistant\b/g,
  /\b(?:Mo|Di|Mi|Do|Fr|Sa|So)\b\.?/g,
  /\b(?:Jan|Feb|März|Apr|Mai|Juni?|Juli?|Aug|Sept?|Okt|Nov|Dez)(?:uar|ruar|il|ust|ember|ober)?\b\.?/g,
];

let world: BrowserWorld;
let tenant: Tenant;
let own: readonly RegExp[];
let found: string[] = [];

const [inChat, inAccount] = (await Promise.all([chatText(), accountText()])).map((text) => text.get('de'));
/** As the pages show them when every word of a catalogue is between marks. */
const ofChat = (place: string) => `⟦${inChat?.get(place)}⟧`;
const ofAccount = (place: string) => `⟦${inAccount?.get(place)}⟧`;

describe('A page in German', () => {
  before(async () => {
    world = await openBrowserWorld({ env: { PARLEY_WEBHOOK_NETWORKS: '127.0.0.0/8' } });
    const scopes = ['chat', 'guidance', 'knowledge', 'tools'];
    tenant = await world.hosted.tenant({ deep_dive_enabled: true, daily_limit: 50, scopes });
    await tenant.user('leserin@example.com', { admin: true });
    await tenant.user('zweite@example.com');
    own = [...known, new RegExp(`${tenant.client.name}|${tenant.slug}`, 'g')];
  });
  beforeEach(() => {
    found = [];
  });
  after(() => world[Symbol.asyncDispose]());

  test('marks are around words and nothing else', () => {
    const code = 'const b={c:"x",d:(n)=>n==="y"?"z":a("de",n,{"one":`w`})};import("./a.js")';
    const wanted = 'const b={c:"⟦x⟧",d:(n)=>n==="y"?"⟦z⟧":a("de",n,{"one":`⟦w⟧`})};import("./a.js")';
    deepEqual(marked(code), wanted);
  });

  test('has no word on the pages before the sign-in that is also on them in English', async () => {
    const [english, german] = await Promise.all(['en', 'de'].map((locale) => world.tab({ locale })));
    for (const path of ['/', '/forgot', '/reset?token=none', '/nowhere']) {
      const seen: (readonly string[])[] = [];
      for (const { page } of [english, german].flatMap((tab) => tab ?? [])) {
        await page.goto(world.hosted.loginUrl(path));
        seen.push(await wordsInView(page));
      }
      const both = seen[0]?.filter((word) => seen[1]?.includes(word) && /\p{L}{2}/u.test(word)) ?? [];
      found.push(...both.map((word) => `${path}: ${word}`));
    }
    await Promise.all([english?.[Symbol.asyncDispose](), german?.[Symbol.asyncDispose]()]);
    deepEqual(found, []);
  });

  test('has none in the chat, its menu, its dialogs and its refusals', async () => {
    await using tab = await world.tab({ locale: 'de-DE' });
    const { page } = tab;
    await markWords(page, 'de');
    await signIn(page);
    const composer = page.locator('.composer textarea');
    await composer.waitFor();
    await collect(page, 'the empty chat');
    const menu = page.locator('.page-header .menu > button');
    for (const name of ['shortcuts', 'password', 'signOutEverywhere', 'deleteAll'] as const) {
      await menu.click();
      const item = page.locator('.menu-panel button').filter({ hasText: ofChat(`later.menu.${name}`) });
      await item.waitFor();
      await collect(page, 'the menu');
      await item.click();
      await page.getByRole('dialog').waitFor();
      await collect(page, name);
      await page.keyboard.press('Escape');
    }

    world.hosted.api.provider.enqueue({ texts: ['Eine Antwort.'] });
    await composer.fill('Eine Frage');
    await page.keyboard.press('Enter');
    await button(page, ofChat('later.actions.bad')).click();
    await page.getByRole('dialog').waitFor();
    await collect(page, 'feedback');
    await page.keyboard.press('Escape');
    for (const name of ['rename', 'delete']) {
      await button(page, ofChat('later.manage.more')).first().click();
      await collect(page, 'the menu of a row');
      await button(page, ofChat(`later.manage.${name}`)).click();
      await page.getByRole('dialog').waitFor();
      await collect(page, name);
      await page.keyboard.press('Escape');
    }
    world.hosted.api.provider.enqueue({ status: 400 });
    await composer.fill('Noch eine');
    await page.keyboard.press('Enter');
    await page.getByText(ofChat('later.problems.provider_refused')).first().waitFor();
    await collect(page, 'a refusal by the provider');
    await refuseNext(page, 'agent_in_use');
    await composer.fill('Und noch eine');
    await page.keyboard.press('Enter');
    await page.getByText(ofChat('chat.problems.unexpected')).waitFor();
    await collect(page, 'a refusal that has no words');
    deepEqual(found, []);
  });

  test('has none on /account, its forms, their refusals, findings and changes', async () => {
    await using tab = await world.tab({ locale: 'de-DE' });
    const { page } = tab;
    await markWords(page, 'de');
    await signIn(page);
    await page.goto(tenant.url('/account'));
    await page.locator('main .note, main .meters').first().waitFor();
    await collect(page, 'usage');

    await open(page, 'users');
    await button(page, ofAccount('later.users.invite')).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=email]').fill(`${'a'.repeat(255)}@b.c`);
    await dialog.locator('button[type=submit]').click();
    await dialog.getByText(ofAccount('account.mistakes.email.format')).waitFor();
    await collect(page, 'a refused invitation');
    await page.keyboard.press('Escape');
    await page.locator('form input[maxlength="255"]').fill('hu:niemand');
    await page.locator('form button[type=submit]').last().click();
    await dialog.locator('button').last().click();
    await page.getByText(ofAccount('account.mistakes.reserved_identity_prefix')).waitFor();
    await collect(page, 'a refused identity');
    await page.keyboard.press('Escape');

    await open(page, 'brand');
    await page.locator('.brand-form input[type=text]').first().fill('\u2066x');
    await page.locator('.brand-form button[type=submit]').click();
    await page.getByText(ofAccount('account.mistakes.format')).waitFor();
    await collect(page, 'a refused brand');

    await open(page, 'embedding');
    await page.locator('main textarea').first().fill('keine');
    await page.locator('main button[type=submit]').first().click();
    await page.getByText(ofAccount('account.mistakes.origins.format')).waitFor();
    await page.locator('input[type=url]').fill('http://127.0.0.1:9/hilfe');
    await page.locator('main textarea').last().fill("default-src 'none'");
    await page.getByPlaceholder('/api/chat-token').fill('/api/chat-token');
    await page.locator('main button[type=submit]').last().click();
    await page.locator('.findings li').nth(4).waitFor();
    await collect(page, 'a refused origin and findings');

    await open(page, 'assistant');
    const draft = page.locator('main textarea');
    await draft.first().fill('Eine Antwort');
    await draft.last().fill('Eine Frage');
    const answers = { texts: ['Eine Antwort.'] };
    world.hosted.api.provider.enqueue(answers, answers);
    await button(page, ofAccount('later.guidance.ask')).click();
    await page.locator('.tries section').nth(1).waitFor();
    await button(page, ofAccount('later.guidance.publish')).click();
    await collect(page, 'a question before publishing');
    await dialog.locator('button[type=submit]').click();
    await page.getByText(ofAccount('later.guidance.inUse'), { exact: true }).waitFor();
    await page.locator('summary').first().click();
    await collect(page, 'guidance');

    await open(page, 'knowledge');
    await walkKnowledge(page, ofAccount, collect);

    await open(page, 'tools');
    await walkTools(page, ofAccount, collect);

    await open(page, 'webhooks');
    await walkWebhooks(page, ofAccount, collect);

    await world.hosted.administration.clients.update({ kind: 'operator-cli' }, tenant.slug, {
      user_limits: { requests: 5 },
      daily_limit: 60,
    });
    await open(page, 'security');
    await page.locator('.change').nth(1).waitFor();
    await collect(page, 'sessions and changes');
    await open(page, 'subscription');
    await collect(page, 'subscription');
    deepEqual(found, []);
  });
});

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

async function open(page: Page, section: string): Promise<void> {
  await page.evaluate(`location.hash = '${section}'`);
  await page.getByRole('heading', { level: 1, name: ofAccount(`account.sectionNames.${section}`) }).waitFor();
  await page.locator('main .note').first().waitFor();
}

async function refuseNext(page: Page, code: string): Promise<void> {
  const problem = {
    ok: false,
    type: 'about:blank',
    title: 'Refused',
    status: 409,
    detail: 'In English.',
    code,
  };
  await page.route(
    '**/chat/stream',
    (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({ ...problem, request_id: 'r', retryable: false }),
      }),
    { times: 1 },
  );
}

/** Keeps what it finds, so that one run tells all of it. */
async function collect(page: Page, place: string): Promise<void> {
  found.push(...(await outsideWords(page, own)).map((words) => `${place}: ${words}`));
}

async function signIn(page: Page): Promise<void> {
  await page.goto(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
  await page.locator('input[name=email]').fill('leserin@example.com');
  await page.locator('input[name=password]').fill(password);
  await page.locator('form button[type=submit]').first().click();
  await page.waitForURL(`${tenant.url('')}/**`);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A refused field is named in the words of the page',
    file: 'src/web/account/state/words-for-failure.ts',
    replace: "mistakes.map(wordsForField).join(' ')",
    by: "mistakes.map(({ detail }) => detail).join(' ')",
  },
  {
    rule: 'A finding of a checked page is described in the words of the page',
    file: 'src/web/account/embedding/findings.tsx',
    replace: 'return Object.hasOwn(findings, reason) ?',
    by: 'return Object.hasOwn(findings, detail) ?',
  },
  {
    rule: 'Why a delivery has failed is said in the words of the page',
    file: 'src/web/administration/webhooks/deliveries.tsx',
    replace: 'wordsForAttempt(code, text)',
    by: 'error',
  },
  {
    rule: 'A change is described in the words of the page',
    file: 'src/web/administration/audit/describe-entry.ts',
    replace: 'wordIn(members, member) ?? member',
    by: 'member',
  },
  {
    rule: 'A refusal without words of its own is not shown in those of the service',
    file: 'src/web/chat/actions/handle-failure.ts',
    replace: 'wordsForCode(problem.code) ?? text.problems.unexpected',
    by: 'wordsForCode(problem.code) ?? problem.detail',
  },
];
