import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import sharp from 'sharp';
import type { Break } from '#test/break.ts';
import type { FormBrowser, Page } from '#test/browser/form-browser.ts';
import type { Hosted, Tenant } from '#test/world/hosted.ts';
import { shareHosted } from '#test/world/shared-service.ts';

describe('the brand of a tenant', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let admin: FormBrowser;
  before(async () => {
    hosted = await shareHosted();
    tenant = await hosted.tenant();
    admin = (await tenant.visitor({ admin: true })).browser;
  });

  test('a logo is an image of our own making, on the tenant host and on the sign-in host', async () => {
    const photo = await sharp({ create: { width: 2_000, height: 500, channels: 3, background: '#123456' } })
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .jpeg()
      .toBuffer();
    const file = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]);
    const uploaded = await upload(file, 'image/jpeg');
    assert.equal(uploaded.status, 200, uploaded.text);
    const logo = await hosted.browser().visit(tenant.url('/brand/logo'));
    assert.equal(logo.headers['content-type'], 'image/png');
    // A browser may open it as a page.
    assert.equal(
      logo.headers['content-security-policy'],
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    );
    assert.equal(logo.headers['x-content-type-options'], 'nosniff');
    const { width, height, format, exif } = await sharp(logo.body).metadata();
    assert.deepEqual(
      { width, height, format, exif },
      { width: 512, height: 128, format: 'png', exif: undefined },
    );
    assert.equal(logo.body.includes('script'), false);
    assert.deepEqual(
      (await hosted.browser().visit(hosted.loginUrl(`/brand/logo?tenant=${tenant.slug}`))).body,
      logo.body,
    );
    const headers = { 'if-none-match': logo.headers.etag ?? '' };
    assert.equal((await hosted.browser().visit(tenant.url('/brand/logo'), { headers })).status, 304);
  });

  test('the chat installs as an app with the name, the colour and the logo of its tenant', async () => {
    const plain = await hosted.tenant();
    const { browser } = await plain.visitor();
    const page = await browser.visit(plain.url('/'));
    const path = /<link rel="manifest" href="([^"]+)">/.exec(page.text)?.[1] ?? '';
    assert.doesNotMatch((await browser.visit(plain.url('/embed'))).text, /rel="manifest"/);
    const manifest = await hosted.browser().visit(plain.url(path));
    assert.match(manifest.headers['content-type'] ?? '', /^application\/manifest\+json/);
    const { name, theme_color, start_url, display, icons } = JSON.parse(manifest.text);
    assert.deepEqual(
      { name, theme_color, start_url, display },
      { name: plain.client.name, theme_color: '#3f5f52', start_url: '/', display: 'standalone' },
    );
    const colors = new Set<string>();
    for (const { src, sizes, type } of icons) {
      const icon = await hosted.browser().visit(plain.url(src));
      assert.equal(icon.headers['content-type'], type);
      const { width, height, format } = await sharp(icon.body).metadata();
      assert.deepEqual({ sizes: `${width}x${height}`, format }, { sizes, format: 'png' });
      colors.add(await colorAt(icon.body, 0.5, 0.04));
    }
    assert.deepEqual(
      icons.map(({ sizes, purpose }: { sizes: string; purpose: string }) => [sizes, purpose]),
      [
        ['192x192', 'any'],
        ['512x512', 'any'],
        ['512x512', 'maskable'],
      ],
    );
    assert.deepEqual([...colors], ['63,95,82'], 'without a logo, a bubble on the colour of the tenant');
    const blue = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer();
    assert.equal((await upload(blue, 'image/png')).status, 200);
    const icon = (await hosted.browser().visit(tenant.url('/brand/icon-192.png'))).body;
    assert.deepEqual(
      [await colorAt(icon, 0.5, 0.5), await colorAt(icon, 0.5, 0.1)],
      ['0,0,255', '255,255,255'],
    );
  });

  test('files that are no raster image, or far too large, are refused with the reason', async () => {
    const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>';
    const bomb = await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const files: readonly (readonly [string, Buffer, RegExp])[] = [
      ['image/svg+xml', Buffer.from(svg), /SVG/],
      ['image/png', Buffer.from(svg), /SVG/],
      ['image/png', bomb, /4096/],
      ['image/png', png.subarray(0, 40), /damaged/],
      ['image/png', Buffer.from('<html>'), /PNG, JPEG/],
      ['image/png', Buffer.alloc(0), /PNG, JPEG/],
    ];
    for (const [type, file, reason] of files) {
      const refused = await upload(file, type);
      assert.equal(refused.status, 422, refused.text);
      assert.match(refused.text, reason);
    }
    assert.equal((await upload(Buffer.alloc(2 * 1024 * 1024 + 1), 'image/png')).status, 413);
    assert.equal((await upload(png, 'text/html')).status, 415);
  });

  test('unknown, revoked and plain tenants have the neutral logo and no colour, always 200', async () => {
    const revoked = await hosted.tenant();
    const revokedAdmin = (await revoked.visitor({ admin: true })).browser;
    await revokedAdmin.sendJson(revoked.url('/account/api/brand'), 'PATCH', { accent: '#ff0000' });
    await hosted.administration.clients.revoke({ kind: 'operator-cli' }, revoked.slug);
    const plain = await hosted.tenant();
    const names = [plain.slug, revoked.slug, 'unknown', '', '..%2f', '%00', 'a&tenant=b'];
    for (const path of ['/brand/logo', '/brand/theme.css']) {
      const answers = new Set<string>();
      for (const name of names) {
        const page = await hosted.browser().visit(hosted.loginUrl(`${path}?tenant=${name}`));
        answers.add(`${page.status} ${page.headers['content-type']} ${page.headers.etag}`);
      }
      assert.equal(answers.size, 1);
      assert.match([...answers].join(), path === '/brand/logo' ? /^200 image\// : /^200 text\/css/);
    }
  });

  test('the accent is readable in both themes, and nothing but a colour', async () => {
    const page = await admin.sendJson(tenant.url('/account/api/brand'), 'PATCH', { accent: '#FFEE00' });
    const { brand } = JSON.parse(page.text);
    assert.equal(brand.accent, '#ffee00');
    const styles = (await hosted.browser().visit(tenant.url('/brand/theme.css'))).text;
    assert.match(styles, new RegExp(`--brand: ${brand.readable_accent.light};`));
    assert.match(styles, new RegExp(`--brand: ${brand.readable_accent.dark};`));
    assert.match(styles, /--accent-fill: #ffee00; --on-accent: #000;/);
    for (const accent of ['red', '#fff', '#12345g', '#000000;}']) {
      const refused = await admin.sendJson(tenant.url('/account/api/brand'), 'PATCH', { accent });
      assert.equal(refused.status, 422, accent);
    }
  });

  test("corners, typeface, spacing and the assistant's name are chosen from what there is", async () => {
    const change = (settings: object) => admin.sendJson(tenant.url('/account/api/brand'), 'PATCH', settings);
    const look = { radius: 'round', font: 'serif', density: 'compact', assistant_name: ' Nora ' };
    const { brand } = JSON.parse((await change(look)).text);
    assert.deepEqual({ ...look, assistant_name: 'Nora' }, { ...look, ...pick(brand, Object.keys(look)) });
    const styles = (await hosted.browser().visit(tenant.url('/brand/theme.css'))).text;
    for (const part of ['--radius: 1.25rem;', '--sans: Charter', '--space-4: 0.75rem;'])
      assert.ok(styles.includes(part), part);
    assert.match((await hosted.browser().visit(tenant.url('/embed'))).text, /"assistant":"Nora","logo":true/);
    for (const wrong of [
      { font: 'x}body{display:none' },
      { radius: 4 },
      { density: 'tiny' },
      { assistant_name: 'a\nb' },
      { assistant_name: 'a\u202eb' },
      { assistant_name: '\u200b' },
      { assistant_name: 'x'.repeat(61) },
    ])
      assert.equal((await change(wrong)).status, 422, JSON.stringify(wrong));
    const back = await change({
      radius: 'soft',
      font: 'standard',
      density: 'comfortable',
      assistant_name: null,
    });
    assert.equal(JSON.parse(back.text).brand.assistant_name, null);
  });

  test('greeting and starters reach the chat', async () => {
    const words = { greeting: ' Welcome <b>! ', starters: ['How?', 'Why?'] };
    assert.equal((await admin.sendJson(tenant.url('/account/api/brand'), 'PATCH', words)).status, 200);
    const embed = await hosted.browser().visit(tenant.url('/embed'));
    assert.match(embed.text, /"greeting":"Welcome \\u003cb>!","starters":\["How\?","Why\?"\]/);
  });

  test('what the chat says of the AI is reworded by language, and is one line of 10 to 300 characters', async () => {
    const change = (ai_notice: unknown) =>
      admin.sendJson(tenant.url('/account/api/brand'), 'PATCH', { ai_notice });
    const least = 'Zehn genau';
    const most = '😀'.repeat(300);
    const changed = await change({ de: ` ${least} `, ja: most, en: '  ' });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(JSON.parse(changed.text).brand.ai_notice, { de: least, ja: most });
    const embed = await hosted.browser().visit(tenant.url('/embed'));
    assert.ok(embed.text.includes(`"aiNotice":{"de":"${least}","ja":"${most}"}`), embed.text);
    for (const [notice, pointer] of [
      [{ de: 'Neun nur.' }, '/ai_notice/de'],
      [{ de: least, en: `${most}x` }, '/ai_notice/en'],
      [{ en: 'Two lines,\nthe second one' }, '/ai_notice/en'],
      [{ en: 'Turned \u202e around' }, '/ai_notice/en'],
      [{ en: '\u200b'.repeat(20) }, '/ai_notice/en'],
      [{ en: 'A lone \ud83d surrogate' }, '/ai_notice/en'],
      [{ en: 'x'.repeat(501) }, '/ai_notice/en'],
      [{ en: 4_711_471_147 }, '/ai_notice/en'],
      [{ tlh: least }, '/ai_notice/tlh'],
      [{ __proto__: null, constructor: least }, '/ai_notice/constructor'],
      [[least], '/ai_notice'],
      [least, '/ai_notice'],
    ] as const) {
      const refused = await change(notice);
      assert.equal(refused.status, 422, JSON.stringify(notice));
      const pointers = JSON.parse(refused.text).errors.map((each: { pointer: string }) => each.pointer);
      assert.equal(pointers[0], pointer, JSON.stringify(notice));
    }
    const kept = await admin.visit(tenant.url('/account/api/brand'));
    assert.deepEqual(JSON.parse(kept.text).brand.ai_notice, { de: least, ja: most });
    assert.deepEqual(JSON.parse((await change(null)).text).brand.ai_notice, {});
    const log = await admin.visit(tenant.url('/account/api/security/audit?limit=1'));
    const [entry] = JSON.parse(log.text).data;
    assert.deepEqual(
      [entry.action, entry.before, entry.after],
      ['brand.update', { ai_notice: { de: least, ja: most } }, { ai_notice: {} }],
    );
  });

  function upload(body: Buffer, type: string): Promise<Page> {
    const headers = { 'content-type': type, origin: tenant.url().slice(0, -1) };
    return admin.visit(tenant.url('/account/api/brand/logo'), { method: 'PUT', body, headers });
  }
});

/** Red, green and blue at a place of an image, from 0 to 1 along its sides. */
async function colorAt(image: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(start, start + 3)].join(',');
}

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

export const breaks: readonly Break[] = [
  {
    rule: 'The icon of an installed chat is the logo of its tenant',
    file: 'src/adapters/images/sharp-app-icon.ts',
    replace: 'const painted = logo === null ? paintBubble(icon, accent) : paintLogo(icon, logo);',
    by: 'const painted = paintBubble(icon, accent);',
  },
  {
    rule: 'A logo that is opened as a page runs nothing',
    file: 'src/http/server/security-headers.ts',
    replace: "frame-ancestors 'none'; sandbox\"",
    by: "frame-ancestors 'none'\"",
  },
  {
    rule: 'A notice of the AI has ten characters at least',
    file: 'src/core/brand/brand.ts',
    replace: 'length >= least && length <= most',
    by: 'length <= most',
  },
  {
    rule: 'The log of changes names members of the brand as the API does',
    file: 'src/core/brand/manage-brand.ts',
    replace: 'membersOf(before), membersOf(brand)',
    by: '{ ...before }, { ...brand }',
  },
  {
    rule: 'A name of the assistant has no override of direction',
    file: 'src/core/brand/brand.ts',
    replace: '|| turning.test(line)',
    by: '|| /\\p{Cc}/u.test(line)',
  },
];
