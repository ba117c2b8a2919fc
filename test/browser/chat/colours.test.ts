import { deepEqual, equal } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import type { Tenant } from '#test/world/hosted.ts';

const desktop = { viewport: { width: 1280, height: 800 } };

/** What is drawn in the tenant's colour, in view. */
const accented = `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  const colours = ['--accent', '--accent-fill'].map((name) => {
    probe.style.color = 'var(' + name + ')';
    return getComputedStyle(probe).color;
  });
  probe.remove();
  const has = (node, part) => {
    const look = getComputedStyle(node, part);
    const edges = ['Top', 'Right', 'Bottom', 'Left'].filter((side) => look['border' + side + 'Style'] !== 'none' && look['border' + side + 'Width'] !== '0px');
    const found = [look.backgroundColor, ...edges.map((side) => look['border' + side + 'Color'])];
    const isWritten = [...node.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
    if (part === undefined && (isWritten || node.matches('svg'))) found.push(look.color);
    return found.some((colour) => colours.includes(colour));
  };
  return [...document.body.querySelectorAll('*')]
    .filter((node) => node.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && !node.closest('[inert]'))
    .filter((node) => [undefined, '::before', '::after'].some((part) => has(node, part)))
    .map((node) => node.getAttribute('class')?.trim() || node.localName)
    .filter((name, place, all) => all.indexOf(name) === place);
})()`;

let world: BrowserWorld;
let tenant: Tenant;

describe('Colours of the chat', () => {
  before(async () => {
    world = await shareBrowserWorld();
    tenant = await world.hosted.tenant({ deep_dive_enabled: true });
    await world.hosted.api.database.query("insert into brands (client_id, accent) values ($1, '#b3125d')", [
      tenant.client.id,
    ]);
  });

  test("the tenant's colour is the main action, what is chosen, the focus and links, in light and dark", async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await using tab = await open({ ...desktop, colorScheme });
      const { page } = tab;
      const has = async (place: string, expected: readonly string[]) =>
        deepEqual([place, await page.evaluate(accented)], [place, expected]);
      await has('empty', ['composer-card']);
      const { promise: resume, resolve: end } = Promise.withResolvers<void>();
      world.hosted.api.provider.enqueue({ texts: ['Begun, ', 'done.'], stallAfter: 1, resume });
      await page.locator('.composer textarea').fill('How high?');
      await has('written', ['composer-card', 'send']);
      await page.keyboard.press('Enter');
      await page.getByText('Begun,').waitFor();
      await page.getByRole('img', { name: 'Answering' }).waitFor();
      await has('growing', ['composer-card']);
      end();
      await page.getByRole('button', { name: 'Good answer' }).click();
      await page.getByRole('button', { name: 'Good answer', pressed: true }).waitFor();
      await page.mouse.move(5, 5);
      await has('rated', ['icon']);
      await page.getByRole('button', { name: 'Bad answer' }).click();
      await page.getByRole('checkbox', { name: 'Incomplete' }).check();
      await has('a reason', ['icon', 'label', 'span', 'button primary']);
    }
  });

  test('what cannot be undone is never the filled button', async () => {
    await using tab = await open(desktop);
    const { page } = tab;
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').waitFor();
    const [cancel, erase] = await page.evaluate<readonly string[]>(
      "[...document.querySelectorAll('.dialog-actions button')].map((node) => getComputedStyle(node).backgroundColor)",
    );
    equal(erase, cancel);
  });
});

async function open(options: BrowserContextOptions): Promise<Tab> {
  const tab = await world.tab(options);
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  await tenant.user(email);
  await tab.enter(tenant, email);
  await tab.page.locator('.composer textarea').waitFor();
  return tab;
}

export const breaks: readonly Break[] = [
  {
    rule: 'What runs is not drawn in the colour of the tenant',
    file: 'src/web/chat/styles/log.css',
    replace: '  border: 2px solid var(--ink-faint);',
    by: '  border: 2px solid var(--accent);',
  },
  {
    rule: 'What cannot be undone is never the filled button',
    file: 'src/web/shared/styles/controls.css',
    replace: '  border-color: currentColor;\n  color: var(--danger);',
    by: '  background: var(--danger);\n  color: #fff;',
  },
];
