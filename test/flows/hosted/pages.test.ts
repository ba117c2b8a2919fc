import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import type { AccountPageData, ChatPageData } from '#contract/pages.ts';
import type { Break } from '#test/break.ts';
import type { Page } from '#test/browser/form-browser.ts';
import type { Hosted, Tenant } from '#test/world/hosted.ts';
import { shareHosted } from '#test/world/shared-service.ts';

const policy = (formAction: string, ancestors: string, manifest = '') =>
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  `font-src 'self'; ${manifest}base-uri 'none'; form-action ${formAction}; frame-ancestors ${ancestors}; ` +
  "require-trusted-types-for 'script'; trusted-types 'none'";

const common = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
};

describe('the pages of a tenant', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  before(async () => {
    hosted = await shareHosted();
    tenant = await hosted.tenant({ origins: ['https://www.example.com', 'https://app.example.com'] });
  });

  test('only the configured origins may frame /embed, and none without configuration', async () => {
    const embed = await hosted.browser().visit(tenant.url('/embed'));
    assert.equal(embed.status, 200);
    requireHeaders(embed, {
      ...common,
      'content-security-policy': policy("'none'", 'https://www.example.com https://app.example.com'),
    });
    assert.equal(embed.headers['cross-origin-opener-policy'], undefined);
    const closed = await hosted.browser().visit((await hosted.tenant()).url('/embed'));
    requireHeaders(closed, { 'content-security-policy': policy("'none'", "'none'") });
  });

  test('no other page can be framed', async () => {
    const { browser } = await tenant.visitor();
    for (const [path, status, manifest] of [
      ['/', 200, "manifest-src 'self'; "],
      ['/account', 403, ''],
    ] as const) {
      const page = await browser.visit(tenant.url(path));
      assert.equal(page.status, status);
      requireHeaders(page, {
        ...common,
        'content-security-policy': policy("'self'", "'none'", manifest),
        'cross-origin-opener-policy': 'same-origin',
      });
    }
    requireHeaders(await browser.visit(hosted.loginUrl()), {
      ...common,
      'content-security-policy': policy(`'self' http://*.localhost:${hosted.api.portOf()}`, "'none'"),
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  test('HEAD answers what GET does, without the body', async () => {
    const { text } = await hosted.browser().visit(tenant.url('/embed'));
    const asset = /\/assets\/[\w.-]+/.exec(text)?.[0] ?? '';
    const addresses = [
      ...['/', '/embed', '/launcher.js', '/brand/logo', '/brand/theme.css', asset].map((path) =>
        tenant.url(path),
      ),
      ...['/', '/forgot', '/reset', '/password', '/brand/logo'].map((path) => hosted.loginUrl(path)),
    ];
    for (const address of addresses) {
      const [get, head] = [
        await hosted.browser().visit(address),
        await hosted.browser().visit(address, { method: 'HEAD' }),
      ];
      const seen = (page: typeof get) => [page.status, page.headers['content-type'], page.headers.location];
      assert.deepEqual(seen(head), seen(get), address);
      assert.equal(head.text, '');
    }
  });

  test('the chat carries its first data, and what is in it cannot end the script', async () => {
    const { browser, user } = await tenant.visitor();
    const prompt = '</script><script>alert(1)</script><!--';
    await browser.sendJson(tenant.url('/chat/stream'), 'POST', { prompt });
    const page = await browser.visit(tenant.url());
    assert.doesNotMatch(page.text, /<script>alert|<!--/);
    const data: ChatPageData = dataOf(page);
    assert.equal(data.mode, 'page');
    assert.deepEqual(data.user, {
      id: `hu:${user.id}`,
      label: user.email,
      admin: false,
      language: null,
    });
    assert.equal(data.conversations?.data[0]?.title, prompt);
    assert.equal(data.usage?.requests.used, 1);
    assert.equal(data.accountUrl, null);

    const [conversation] = data.conversations?.data ?? [];
    const opened: ChatPageData = dataOf(
      await browser.visit(tenant.url(`/?conversation=${conversation?.conversation_uuid}`)),
    );
    assert.deepEqual(
      opened.conversation?.messages.map(({ role }) => role),
      ['user', 'assistant'],
    );
  });

  test('a page has the language of its reader, and asks for no words but those', async () => {
    const { browser } = await tenant.visitor();
    const seen = async (accepted: string) => {
      const { text, headers } = await browser.visit(tenant.url(), {
        headers: { 'accept-language': accepted },
      });
      const [, lang, dir] = /<html lang="(\w+)" dir="(\w+)">/.exec(text) ?? [];
      assert.equal(headers['content-language'], lang);
      assert.match(String(headers.vary), /accept-language/i);
      return { lang, dir, preloads: [...text.matchAll(/rel="modulepreload" href="([^"]+)"/g)].length };
    };
    const first = await seen('xx');
    assert.deepEqual({ ...first, preloads: 0 }, { lang: 'en', dir: 'ltr', preloads: 0 });
    const arabic = await seen('ar-EG,en;q=0.5');
    assert.deepEqual({ ...arabic, preloads: 0 }, { lang: 'ar', dir: 'rtl', preloads: 0 });
    const { text } = await browser.visit(tenant.url(), { headers: { 'accept-language': 'de' } });
    const files = [...text.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, file = '']) => file);
    const scripts = await Promise.all(files.map((file) => browser.visit(tenant.url(file))));
    assert.ok(scripts.some((script) => script.text.includes('Neuer Chat')));
    assert.ok(!scripts.some((script) => script.text.includes('Nouveau chat')));

    const chosen = await browser.sendJson(tenant.url('/session/language'), 'PUT', { language: 'ja' });
    assert.equal(chosen.status, 200);
    assert.equal((await seen('de')).lang, 'ja');
    const refused = await browser.sendJson(tenant.url('/session/language'), 'PUT', { language: 'xx' });
    assert.equal(refused.status, 422);
    const stranger = await hosted
      .browser()
      .sendJson(tenant.url('/session/language'), 'PUT', { language: 'de' });
    assert.equal(stranger.status, 401);
  });

  test("another user's conversation is not found", async () => {
    const mine = await tenant.visitor();
    await mine.browser.sendJson(tenant.url('/chat/stream'), 'POST', { prompt: 'Hello' });
    const data: ChatPageData = dataOf(await mine.browser.visit(tenant.url()));
    const uuid = data.conversations?.data[0]?.conversation_uuid;
    const other = await tenant.visitor();
    const seen: ChatPageData = dataOf(await other.browser.visit(tenant.url(`/?conversation=${uuid}`)));
    assert.equal(seen.conversation, null);
  });

  test('the page of the frame holds nothing about a user', async () => {
    const data: ChatPageData = dataOf(await hosted.browser().visit(tenant.url('/embed')));
    assert.equal(data.mode, 'embed');
    assert.deepEqual(
      [data.user, data.usage, data.conversations, data.conversation],
      [null, null, null, null],
    );
  });

  test('scripts and styles are cached without an end, and compressed for clients that accept it', async () => {
    const { text } = await hosted.browser().visit(tenant.url('/embed'));
    const addresses = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      ([, address = '']) => address,
    );
    assert.ok(addresses.some((address) => address.endsWith('.js')));
    for (const address of addresses) {
      const plain = await hosted.browser().visit(tenant.url(address));
      assert.equal(plain.status, 200);
      requireHeaders(plain, {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': `text/${address.endsWith('.js') ? 'javascript' : 'css'}; charset=utf-8`,
        vary: 'accept-encoding',
      });
      assert.equal(plain.headers['content-encoding'], undefined);
      const headers = { 'accept-encoding': 'gzip, br;q=0.9' };
      const small = await hosted.browser().visit(tenant.url(address), { headers });
      assert.equal(small.headers['content-encoding'], 'br');
      assert.deepEqual(brotliDecompressSync(small.body), plain.body);
      const refused = await hosted
        .browser()
        .visit(tenant.url(address), { headers: { 'accept-encoding': 'br;q=0' } });
      assert.equal(refused.headers['content-encoding'], undefined);
    }
  });

  test('nothing but built files is below /assets', async () => {
    for (const name of [
      'manifest.json',
      '..%2f..%2fpackage.json',
      '%2e%2e/package.json',
      'x-aaaaaaaa.js',
      '',
    ]) {
      assert.equal((await hosted.browser().visit(tenant.url(`/assets/${name}`))).status, 404, name);
    }
  });

  test('the account page is for administrators, whatever the subscription', async () => {
    const lapsed = await hosted.tenant();
    const admin = await lapsed.visitor({ admin: true });
    const user = await lapsed.visitor();
    await hosted.administration.clients.update({ kind: 'operator-cli' }, lapsed.slug, {
      subscription_status: 'canceled',
    });
    assert.equal((await user.browser.visit(lapsed.url('/account'))).status, 403);
    const page = await admin.browser.visit(lapsed.url('/account'));
    assert.equal(page.status, 200);
    const data: AccountPageData = dataOf(page);
    assert.equal(data.subscription.status, 'canceled');
    assert.equal(data.chatUrl, null);
    assert.equal(data.users.data.length, 2);
    assert.equal(data.usage.days.length, 30);
    assert.match(page.text, /<html lang="en" dir="ltr">/);
    const accepted = { headers: { 'accept-language': 'de' } };
    assert.match((await admin.browser.visit(lapsed.url('/account'), accepted)).text, /<title>Konto · /);
    await admin.browser.sendJson(lapsed.url('/session/language'), 'PUT', { language: 'ar' });
    const chosen = await admin.browser.visit(lapsed.url('/account'), accepted);
    assert.match(chosen.text, /<html lang="ar" dir="rtl">/);
    assert.equal((await admin.browser.visit(lapsed.url('/account/api/users'))).status, 200);
    const sent = await admin.browser.sendJson(lapsed.url('/chat/stream'), 'POST', { prompt: 'Hello' });
    assert.equal(sent.status, 402);
  });
});

function requireHeaders(page: Page, wanted: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(wanted)) assert.equal(page.headers[name], value, name);
}

function dataOf<T>(page: Page): T {
  const [, json = 'null'] = /id="parley-data">(.*?)<\/script>/s.exec(page.text) ?? [];
  return JSON.parse(json);
}

export const breaks: readonly Break[] = [
  {
    rule: 'The chat, and no other page, may be installed',
    file: 'src/http/server/security-headers.ts',
    replace: 'manifest: "manifest-src \'self\'" });',
    by: '});',
  },
  {
    rule: 'A page is sent with the words of its language',
    file: 'src/http/pages/web-build.ts',
    replace: 'const all = withImports(chunks, [entry, ...words]);',
    by: 'const all = withImports(chunks, [entry, ...words.slice(1)]);',
  },
  {
    rule: 'A person finds the language again that it chose',
    file: 'src/http/handlers/own.ts',
    replace: `    await languages.setLanguage(client.id, hostedUserId, body.language);
`,
    by: `    void [client, hostedUserId, body];
`,
  },
  {
    rule: 'The account page has the language that the person chose',
    file: 'src/http/handlers/tenant-pages.ts',
    replace:
      'return sendPage(pages.web, reply, data, languageFor(request, [data.user.language]), pageHeaders());',
    by: 'return sendPage(pages.web, reply, data, languageFor(request), pageHeaders());',
  },
  {
    rule: 'Pages send no referrer',
    file: 'src/http/server/security-headers.ts',
    replace: "'referrer-policy': 'no-referrer',",
    by: '',
  },
  {
    rule: 'Pages with data of a person are kept by no cache',
    file: 'src/http/server/security-headers.ts',
    replace: "'cache-control': 'private, no-store',",
    by: '',
  },
  {
    rule: 'Only the configured origins may frame the chat',
    file: 'src/http/server/security-headers.ts',
    replace: "frameAncestors: origins.join(' ') || \"'none'\"",
    by: "frameAncestors: origins.join(' ') || '*'",
  },
  {
    rule: 'No page but the chat can be framed',
    file: 'src/http/server/security-headers.ts',
    replace: 'return topLevel({ formAction: "\'self\'", frameAncestors: "\'none\'" });',
    by: "return topLevel({ formAction: \"'self'\", frameAncestors: '*' });",
  },
];
