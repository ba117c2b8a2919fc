import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';

const question = `Why \`x--\`?\n\n\`\`\`js\n${'const tide = 1;\n'.repeat(50)}\`\`\`\n\n2 * 3 * 4 <b> _x_`;
const terms = Array.from({ length: 60 }, (_, index) => `a_{${index}}`).join('+');
const answerText = `The tide[^a], twice[^b], in [1].

> [!WARNING]
> Spring tides.

\`\`\`python
print("${'wide '.repeat(60)}")
\`\`\`

$$
\\begin{aligned} ${terms} &= \\overline{AB} \\\\ x &= \\cancel{y} \\end{aligned}
$$

$$
x^2
$$

| ${'a wide heading | '.repeat(12)}
|${'--|'.repeat(12)}
| ${'b | '.repeat(12)}

| small |
|--|
| b |

مرحبا \`code\` بالعالم

- עברית

[^b]: The second.
[^a]: The first.
[1]: https://example.com/source
`;

let world: BrowserWorld;

describe('Markdown on the chat page', () => {
  let tab: Tab;
  let page: Page;

  before(async () => {
    world = await shareBrowserWorld();
    // The page's own policy would block axe.
    tab = await world.tab({ bypassCSP: true, colorScheme: 'dark', acceptDownloads: true });
    page = await tab.chat(await world.hosted.tenant());
    world.hosted.api.provider.enqueue({ texts: [answerText] });
    await page.getByRole('textbox', { name: 'Message' }).fill(question);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    await page.locator('math').nth(1).waitFor();
    await page.locator('.question figure').waitFor();
  });

  after(async () => {
    await tab[Symbol.asyncDispose]();
  });

  test('a question has its code as code, and every other sign that was typed', async () => {
    const typed = await page.locator('.question').textContent();
    match(typed ?? '', /2 \* 3 \* 4 <b> _x_/);
    equal(await page.locator('.question code').first().textContent(), 'x--');
    const before = await heightOf('.question');
    await page.getByRole('button', { name: 'Show all' }).click();
    ok((await heightOf('.question')) > before + 300);
    await page.getByRole('button', { name: 'Show less' }).click();
  });

  test('a footnote is reached and left by its links, and the address stays', async () => {
    const address = page.url();
    await page.getByRole('link', { name: 'Footnote 2' }).click();
    match(await tab.focused(), /^The second\./);
    await page.getByRole('link', { name: 'Back to reference 2' }).click();
    equal(await tab.focused(), 'Footnote 2');
    equal(page.url(), address);
    equal(
      await page.getByRole('link', { name: 'Source 1: example.com' }).getAttribute('href'),
      'https://example.com/source',
    );
    equal(await page.getByRole('note', { name: 'Warning' }).count(), 1);
  });

  test('code is wrapped and unwrapped, and saved under the name of its language', async () => {
    const code = page.locator('.answer figure.code');
    await untilWide('.answer pre', true);
    await code.hover();
    await code.getByRole('button', { name: 'Wrap lines', pressed: false }).click();
    await untilWide('.answer pre', false);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      code.getByRole('button', { name: 'Download code' }).click(),
    ]);
    equal(saved.suggestedFilename(), 'code.py');
    await code.getByRole('button', { name: 'Wrap lines', pressed: true }).click();
    await untilWide('.answer pre', true);
  });

  test('what is too wide scrolls within itself and can be focused, what fits is no stop', async () => {
    const stops = await page.evaluate(
      `['pre', '.formula', '.table'].map((selector) =>
        [...document.querySelectorAll('.answer ' + selector)].map((node) => node.tabIndex))`,
    );
    deepEqual(stops, [[0], [0, -1], [0, -1]]);
    equal(await page.getByRole('group', { name: 'Formula' }).count(), 1);
    await requireAccessible(page, 'an answer with everything');
    for (const [width, height] of [
      [360, 640],
      [740, 360],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height });
      await requireAccessible(page, `an answer at ${width} pixels`);
      deepEqual(await widths(), { page: width, log: 0 });
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('each block has its own direction, and nothing in it reorders another', async () => {
    const directions = await page.evaluate(
      `['p:has(> code[dir])', 'li:not([id])', 'figure', '.alert'].map((selector) =>
        getComputedStyle(document.querySelector('.answer ' + selector)).direction)`,
    );
    deepEqual(directions, ['rtl', 'rtl', 'ltr', 'ltr']);
  });

  test('a print has the whole conversation, dark on white, and nothing of the page around it', async () => {
    await page.emulateMedia({ media: 'print' });
    const shown = await page.evaluate<string>('document.body.innerText');
    match(shown, /Why x--\?/);
    match(shown, /The first\./);
    for (const name of ['Message', 'Send', 'Copy', 'Show all', 'Wrap lines', 'New chat'])
      equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    equal(await page.getByRole('textbox').count(), 0);
    ok(await page.getByRole('heading', { level: 1 }).isVisible());
    const colours = await page.evaluate(
      `[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.querySelector('.answer p')).color]`,
    );
    deepEqual(colours, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    const [log, content] = await Promise.all([heightOf('.log'), heightOf('.turn')]);
    ok(log >= content, `${log} of ${content}`);
    ok((await heightOf('.question pre')) > 700);
    const label = `getComputedStyle(document.querySelector('.question'), '::before').content`;
    equal(await page.evaluate(label), '"You"');
    ok((await page.pdf()).byteLength > 10_000);
    await page.emulateMedia({ media: null });
    tab.requireNoComplaints();
  });

  function heightOf(selector: string): Promise<number> {
    return page.evaluate(`document.querySelector('${selector}').getBoundingClientRect().height`);
  }

  function widths(): Promise<unknown> {
    return page.evaluate(
      `({ page: document.documentElement.scrollWidth,
          log: document.querySelector('.log').scrollWidth - document.querySelector('.log').clientWidth })`,
    );
  }

  async function untilWide(selector: string, wanted: boolean): Promise<void> {
    await page
      .locator(`${selector}${wanted ? '.wide' : ':not(.wide)'}`)
      .first()
      .waitFor();
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'what fits is no stop of the keyboard',
    file: 'src/web/shared/markdown/tools/scrollers.ts',
    replace: 'const overflows = scroller.scrollWidth > scroller.clientWidth + 1;',
    by: 'const overflows = scroller.scrollWidth > 0;',
  },
  {
    rule: 'a link within an answer leaves the address alone',
    file: 'src/web/shared/markdown/sources/follow-notes.ts',
    replace: 'event.preventDefault();',
    by: '',
  },
];
