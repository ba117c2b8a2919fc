import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import sharp from 'sharp';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import { openAccount } from '#test/browser/open-account.ts';
import { password } from '#test/world/hosted.ts';

describe('Brand and embedding on the account page', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await shareBrowserWorld();
  });

  test('a colour that cannot be read is adjusted in the preview, and saved with greeting and starters', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'brand');
    await page.getByRole('checkbox', { name: 'Use an accent colour of your own' }).check();
    await page.getByRole('textbox', { name: 'As #rrggbb' }).fill('#ffee00');
    await page.getByText('Its lightness is adjusted').waitFor();
    const ratios = await page.getByText(/contrast of text/).allTextContents();
    equal(ratios.length, 2);
    for (const words of ratios) ok(Number(/([\d.]+):1/.exec(words)?.[1]) >= 4.5, words);
    await page.getByRole('textbox', { name: 'Name of the assistant' }).fill('Nora');
    await page.getByRole('combobox', { name: 'Corners' }).selectOption('Square');
    await page.getByRole('textbox', { name: 'Greeting' }).fill('What do you measure?');
    await page.getByRole('button', { name: 'Add a starter' }).click();
    await page.getByRole('textbox', { name: 'Starter 1' }).fill('How do I calibrate?');
    const notice = page.getByRole('textbox', { name: 'Notice about the AI' });
    const ofNotice = page.getByRole('combobox', { name: 'Language of the notice' });
    await ofNotice.selectOption('Deutsch');
    await notice.fill('Zu kurz');
    await ofNotice.selectOption('English');
    equal(await notice.inputValue(), '');
    await notice.fill('An AI of our shop answers here.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The notice about the AI Deutsch: Write one line of 10 to 300').waitFor();
    await ofNotice.selectOption('Deutsch ✓');
    await notice.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.getByRole('link', { name: 'Open chat' }).click();
    await page.getByText('An AI of our shop answers here.').waitFor();
    await page.getByRole('heading', { name: 'What do you measure?' }).waitFor();
    await page.getByRole('button', { name: 'How do I calibrate?' }).waitFor();
    await page.locator('.page-header').getByText('Nora').waitFor();
    // The fill keeps the colour, and its text follows.
    await page.getByRole('textbox', { name: 'Message' }).fill('Yellow?');
    deepEqual(
      await page.evaluate(`(() => {
        const { backgroundColor, color } = getComputedStyle(document.querySelector('.send'));
        return [backgroundColor, color, getComputedStyle(document.documentElement).getPropertyValue('--radius')];
      })()`),
      ['rgb(255, 238, 0)', 'rgb(0, 0, 0)', '0.125rem'],
    );
    tab.requireNoComplaints();
  });

  test('a logo that is uploaded is shown at the sign-in, and can be removed', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'brand');
    const image = { create: { width: 96, height: 48, channels: 3, background: '#3366cc' } } as const;
    const buffer = await sharp(image).png().toBuffer();
    await page.getByLabel('Choose a file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Remove logo' }).click();
    const visitor = world.hosted.browser();
    const logo = () => visitor.visit(world.hosted.loginUrl(`/brand/logo?tenant=${tenant.slug}`));
    equal((await logo()).headers['content-type'], 'image/png');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove logo' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    equal(await page.getByRole('button', { name: 'Remove logo' }).count(), 0);
    equal((await logo()).headers['content-type'], 'image/svg+xml');
  });

  test('explains what keeps the chat out of a page, until nothing does', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'embedding');
    await page.getByText('No origin is allowed yet').waitFor();
    await page.getByRole('textbox', { name: 'Address of the page' }).fill('https://www.example.com/help');
    await page.getByRole('textbox', { name: /^Its Content-Security-Policy/ }).fill("default-src 'self'");
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('This page cannot show the chat yet.').waitFor();
    equal(await page.getByText('Missing', { exact: true }).count(), 3);
    await page.getByRole('textbox', { name: 'Allowed origins' }).fill('https://www.example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    const needed =
      (await page.getByRole('region', { name: 'Headers of your pages' }).locator('code').textContent()) ?? '';
    await page.getByRole('textbox', { name: /^Its Content-Security-Policy/ }).fill(needed);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Nothing blocks the chat on this page.').waitFor();
    // The service sends nothing to addresses inside, and says what to run there.
    await page.getByRole('textbox', { name: 'Address of the page' }).fill('http://127.0.0.1:1/help');
    await page.getByRole('textbox', { name: /^Path of its token endpoint/ }).fill('/api/chat-token');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Not tried', { exact: true }).waitFor();
    await page.getByText(/from here: the address is not allowed\. Run this /).waitFor();
    await page.getByText(/^curl -g -i -X POST .* 'http:\/\/127\.0\.0\.1:1\/api\/chat-token'$/).waitFor();
  });

  test('says which origin is none', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'embedding');
    await page.getByRole('textbox', { name: 'Allowed origins' }).fill('https://good.example\nnot an origin');
    await page.getByRole('button', { name: 'Save' }).click();
    match(
      (await page.getByRole('alert').filter({ hasText: /./ }).textContent()) ?? '',
      /^Origin 2: Write an origin, such as /,
    );
  });

  test('the current section is in view on a narrow screen', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab({ viewport: { width: 360, height: 640 } });
    const page = await openAccount(tab, tenant, 'subscription');
    const isInView = async (name: string) => {
      const box = await page.getByRole('link', { name }).boundingBox();
      ok(box !== null && box.x >= 0 && box.x + box.width <= 360, `${name}: ${box?.x}`);
    };
    await isInView('Subscription');
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    await isInView('Usage');
    // A link that is followed in the very moment in which the page appears counts, too.
    await page.addInitScript(`new MutationObserver((_, observer) => {
      if (document.querySelector('h1') === null) return;
      observer.disconnect();
      location.hash = 'users';
    }).observe(document, { childList: true, subtree: true })`);
    await page.goto(tenant.url('/account'));
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
  });

  test('nothing is wider than a screen of 320 pixels, in long words too', async () => {
    const tenant = await world.hosted.tenant();
    await tenant.user('a-rather-long-name@subdomain.example.com', { admin: true });
    const user = await tenant.user('admin@example.com', { admin: true });
    await using tab = await world.tab({ locale: 'de-DE', viewport: { width: 320, height: 640 } });
    const { page } = tab;
    await page.goto(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
    await page.locator('input[type=email]').fill(user.email);
    await page.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${tenant.url('')}/**`);
    await page.goto(tenant.url('/account#brand'));
    await page.getByRole('button', { name: 'Einstiegsfrage hinzufügen' }).click();
    equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
    await page.goto(tenant.url('/account#users'));
    await page.getByRole('button', { name: 'Administratorrecht entziehen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const places = ['.dialog-actions', '.dialog-actions .danger'].map((place) => dialog.locator(place));
    const [row, button] = await Promise.all(places.map((place) => place.boundingBox()));
    ok(row && button && button.width <= row.width, `${button?.width} in ${row?.width}`);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A link that is followed while /account appears opens its section',
    file: 'src/web/account/app.tsx',
    replace: `    readAddress();
    addEventListener`,
    by: '    addEventListener',
  },
  {
    rule: 'The starters of a brand are no wider than a narrow screen',
    file: 'src/web/shared/styles/parts.css',
    replace: `.stack,
.field-group {
  display: grid;
  grid-template-columns: minmax(0, 1fr);`,
    by: `.stack,
.field-group {
  display: grid;`,
  },
  {
    rule: 'The buttons of a dialog are no wider than it',
    file: 'src/web/shared/styles/overlays.css',
    replace: 'white-space: normal;',
    by: '',
  },
  {
    rule: 'The current section of the account page is in view on a narrow screen',
    file: 'src/web/account/section-links.tsx',
    replace: 'if (link) row.scrollLeft +=',
    by: 'if (link) row.scrollTop +=',
  },
];
