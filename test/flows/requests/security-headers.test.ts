import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { FormBrowser } from '#test/browser/form-browser.ts';
import { type Hosted, openHosted, type Tenant } from '#test/world/hosted.ts';
import { chatBody } from '#test/world/partner.ts';
import { shareHosted } from '#test/world/shared-service.ts';

const site = 'chat.example.com';
const partnerSite = 'https://partner.example';

describe('A service whose public address is https', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let browser: FormBrowser;
  before(async () => {
    hosted = await openHosted({ env: { PARLEY_PUBLIC_URL: `https://${site}` } });
    tenant = await hosted.tenant({ origins: [partnerSite] });
    browser = hosted.browser();
  });
  after(() => hosted[Symbol.asyncDispose]());

  test('says on every answer that it is to be reached by https, for its own host alone, and who may frame it', async () => {
    const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' };
    const prompt = { method: 'POST', headers, body: JSON.stringify(chatBody()) };
    for (const [address, status, visit] of [
      [`https://${site}/v1/health`, 200, {}],
      [`https://${site}/v1/usage`, 401, {}],
      [`https://${site}/v1/stream`, 200, prompt],
      [`https://${site}/v1/stream`, 200, { ...prompt, headers: { ...headers, accept: 'text/event-stream' } }],
      [`https://${site}/docs`, 200, {}],
      [`https://${tenant.slug}.${site}/`, 302, {}],
      [`https://${tenant.slug}.${site}/embed`, 200, {}],
      [`https://nobody.${site}/`, 404, {}],
      [`https://login.${site}/`, 200, {}],
      [`https://login.${site}/nothing`, 404, {}],
      [`https://${tenant.slug}.${site}/chat/usage`, 401, {}],
      [`https://${tenant.slug}.${site}/launcher.js`, 200, {}],
    ] as const) {
      const page = await browser.visit(address, visit);
      assert.equal(page.status, status, address);
      assert.equal(page.headers['strict-transport-security'], 'max-age=31536000', address);
      assert.equal(page.headers['x-content-type-options'], 'nosniff', address);
      const policy = String(page.headers['content-security-policy']);
      const ancestors = address.endsWith('/embed') ? partnerSite : "'none'";
      assert.match(policy, /^default-src 'none'/, address);
      assert.ok(policy.includes(`frame-ancestors ${ancestors}`), `${address}: ${policy}`);
    }
  });

  test('lets no page use a device', async () => {
    for (const address of [
      `https://${site}/docs`,
      `https://${tenant.slug}.${site}/embed`,
      `https://login.${site}/`,
    ]) {
      const policy = String((await browser.visit(address)).headers['permissions-policy']);
      for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
        assert.ok(policy.split(', ').includes(`${feature}=()`), `${address}: ${policy}`);
      }
      assert.doesNotMatch(policy, /clipboard-write/);
    }
  });
});

describe('A service whose public address is http', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  before(async () => {
    hosted = await shareHosted();
    tenant = await hosted.tenant();
  });

  test('promises no https', async () => {
    const { headers } = await hosted.browser().visit(hosted.loginUrl());
    assert.equal(headers['strict-transport-security'], undefined);
  });

  test('has the browser forget what it stored at sign-out, and only then; cookies are cleared by name', async () => {
    const { browser } = await tenant.visitor();
    const end = tenant.url('/session/end');
    const others = [
      await browser.visit(tenant.url()),
      await browser.post(end, {}, { headers: { origin: 'https://e.example' } }),
      await hosted.browser().visit(tenant.url()),
    ];
    for (const page of others) assert.equal(page.headers['clear-site-data'], undefined);
    const out = await browser.post(end, {});
    assert.equal(out.headers['clear-site-data'], '"cache", "storage"');
    assert.match(String(out.headers['set-cookie']), /^parley_session=; Path=\/; Max-Age=0/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'https is promised where the public address is https',
    file: 'src/http/server/security-headers.ts',
    replace: "const isSecure = publicOrigin.startsWith('https:');",
    by: "const isSecure = publicOrigin === '';",
  },
  {
    rule: 'https is promised for no subdomain',
    file: 'src/http/server/security-headers.ts',
    replace: '`max-age=',
    by: '`includeSubDomains; max-age=',
  },
  {
    rule: 'Streams have the headers of every answer',
    file: 'src/http/streaming/open-stream.ts',
    replace: '...Object.fromEntries(Object.entries(reply.getHeaders())),',
    by: "'x-request-id': reply.request.id,",
  },
  {
    rule: 'Pages may not use devices',
    file: 'src/http/server/security-headers.ts',
    replace: `    ...permissionsPolicy,
`,
    by: '',
  },
  {
    rule: 'A sign-out clears cache and storage, and no cookies of others',
    file: 'src/http/server/security-headers.ts',
    replace: '\'"cache", "storage"\'',
    by: '\'"cache", "cookies", "storage"\'',
  },
  {
    rule: 'Nothing that is not meant to be framed can be framed',
    file: 'src/http/server/security-headers.ts',
    replace: `'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(isSecure`,
    by: '...(isSecure',
  },
];
