import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import { untilTrue } from '#test/browser/until-true.ts';
import type { Tenant } from '#test/world/hosted.ts';

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const prose = 'The tide follows the moon, and the moon keeps its own time, whatever a harbour may wish for. ';

/** How far parts of the last turn, and Message, begin from where the lines of its answer begin, in pixels. */
const edges = `(() => {
  const turn = document.querySelector('.log > .turn:last-child');
  const edgeOf = ({ left, right }) => (document.documentElement.dir === 'rtl' ? -right : left);
  const textIn = (place) => {
    const range = document.createRange();
    range.selectNodeContents(turn.querySelector(place));
    return edgeOf(range.getBoundingClientRect());
  };
  const line = textIn('.answer p');
  return [
    textIn('.question > :not(.visually-hidden)'),
    edgeOf(turn.querySelector('.question-footer .icon').getBoundingClientRect()),
    edgeOf(turn.querySelector('.answer-footer .icon').getBoundingClientRect()),
    edgeOf(document.querySelector('.composer-card').getBoundingClientRect()),
  ].map((edge) => Math.round(edge - line));
})()`;

/** Characters in each line of the answer but the last. */
const lineLengths = `(() => {
  const text = document.querySelector('.answer p').firstChild;
  const lengths = [];
  const range = document.createRange();
  let last = null;
  for (let place = 0; place < text.length; place += 1) {
    range.setStart(text, place);
    range.setEnd(text, place + 1);
    const { top } = range.getBoundingClientRect();
    if (top !== last) lengths.push(0);
    last = top;
    lengths[lengths.length - 1] += 1;
  }
  return lengths.slice(0, -1);
})()`;

const first = '.log > .turn:first-child .answer-actions > .icon-button';
const last = '.log > .turn:last-child .answer-actions > .icon-button';

const opacityOf = (place: string) => `getComputedStyle(document.querySelector('${place}')).opacity`;

let world: BrowserWorld;
let tenant: Tenant;

describe('The look of the chat', () => {
  before(async () => {
    world = await shareBrowserWorld();
    tenant = await world.hosted.tenant({ deep_dive_enabled: true });
    await world.hosted.api.database.query(
      `insert into brands (client_id, greeting, starters) values ($1, 'How can we help?', $2)`,
      [tenant.client.id, ['How high?', 'How low?', 'How soon?']],
    );
  });

  test('an empty chat has its greeting, its starters and Message together in the middle', async () => {
    await using tab = await open(desktop);
    const { page } = tab;
    const boxes = `['.greeting h2', '.starters', '.composer-card'].map((part) => document.querySelector(part).getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])`;
    const [greeting, starters, card] = await page.evaluate<readonly (readonly [number, number])[]>(boxes);
    ok(greeting && starters && card);
    ok(card[0] - starters[1] < 40 && starters[0] - greeting[1] < 40, 'together');
    ok(greeting[0] > 150 && card[1] < 650, 'in the middle');
    await ask(page, prose);
    ok(
      await page.evaluate<boolean>(
        "document.querySelector('.composer').getBoundingClientRect().bottom > 799",
      ),
    );
    await page.getByRole('button', { name: 'New chat' }).first().click();
    await page.setViewportSize({ width: 390, height: 700 });
    await untilTrue(page, "document.querySelector('.composer').getBoundingClientRect().bottom > 699");
    const [, above, below] = await page.evaluate<readonly (readonly [number, number])[]>(boxes);
    ok(above && below && below[0] - above[1] < 40, 'within reach of a thumb');
    await page.setViewportSize({ width: 320, height: 256 });
    await untilTrue(page, "document.querySelector('.log').offsetHeight >= 128");
  });

  test('Message glides to its place with the first question, unless the reader wants no motion', async () => {
    const glides: unknown[] = [];
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await using tab = await open({ ...desktop, reducedMotion });
      await tab.page.evaluate(`{
        window.glides = [];
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...given) {
          glides.push(this.className);
          return animate.apply(this, given);
        };
      }`);
      for (const question of ['First', 'Second']) await ask(tab.page, question);
      glides.push(await tab.page.evaluate('glides'));
    }
    deepEqual(glides, [['composer'], []]);
  });

  test('a question, its answer, their actions and Message begin at one edge', async () => {
    for (const [options, words] of [
      [desktop, prose],
      [phone, prose],
      [{ ...desktop, locale: 'ar' }, 'المد يتبع القمر والقمر يتبع وقته الخاص مهما أراد الميناء. '],
    ] as const) {
      await using tab = await open(options);
      for (const question of [words, words.repeat(5)]) {
        await ask(tab.page, question, words.repeat(6));
        const far = await tab.page.evaluate<readonly number[]>(edges);
        ok(
          far.every((distance) => Math.abs(distance) <= 3),
          `${far}`,
        );
      }
    }
  });

  test('a line of an answer has about 68 characters', async () => {
    await using tab = await open(desktop);
    await ask(tab.page, 'How high?');
    const lengths = await tab.page.evaluate<readonly number[]>(lineLengths);
    ok(lengths.length > 3);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    ok(mean > 60 && mean < 76, `${mean}`);
  });

  test('what can be done with an earlier answer is there for a pointer, the focus and a finger', async () => {
    await using tab = await open(desktop);
    const { page } = tab;
    for (const question of ['First', 'Second']) await ask(page, question);
    await page.mouse.move(5, 5);
    await untilTrue(page, `${opacityOf(first)} === '0'`);
    equal(await page.evaluate(opacityOf(last)), '1', 'those of the last answer stay');
    await page.locator('.question').first().hover();
    equal(await page.evaluate(opacityOf(first)), '1');
    await page.mouse.move(5, 5);
    await page.getByRole('button', { name: 'Good answer' }).first().focus();
    equal(await page.evaluate(opacityOf(first)), '1');
    await page.keyboard.press('Enter');
    const rated = page.getByRole('button', { name: 'Good answer', pressed: true });
    await rated.waitFor();
    await page.getByRole('textbox', { name: 'Message' }).focus();
    deepEqual(
      await page.evaluate(
        `[...document.querySelectorAll('${first}')].map((node) => [node.ariaPressed, getComputedStyle(node).opacity])`,
      ),
      [
        [null, '0'],
        ['true', '1'],
        ['false', '0'],
      ],
      'what was chosen stays in view',
    );
    await using touched = await open(phone);
    for (const question of ['First', 'Second']) await ask(touched.page, question);
    equal(await touched.page.evaluate(opacityOf(first)), '1');
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

/** Asks, and waits for the answer and what can be done with it. */
async function ask(page: Page, question: string, answer = prose.repeat(6)): Promise<void> {
  world.hosted.api.provider.enqueue({ texts: [answer] });
  const asked = await page.locator('.turn').count();
  await page.locator('.composer textarea').fill(question);
  await page.locator('.composer textarea').press('Enter');
  await page.locator('.turn').nth(asked).locator('.answer-actions > .icon-button').nth(2).waitFor();
}

export const breaks: readonly Break[] = [
  {
    rule: 'In an empty chat Message stands by the starters',
    file: 'src/web/chat/styles/log.css',
    replace: '      margin-block-start: auto;',
    by: '      flex: 1;',
  },
  {
    rule: 'In a narrow empty chat the starters stand by Message',
    file: 'src/web/chat/styles/log.css',
    replace: '  align-content: end;',
    by: '  align-content: start;',
  },
  {
    rule: 'Message glides to its place with the first question',
    file: 'src/web/chat/actions/send-question.ts',
    replace: '  if (before.length === 0) glideDown();\n',
    by: '',
  },
  {
    rule: 'Message does not glide for a reader who wants no motion',
    file: 'src/web/chat/composer/glide-down.ts',
    replace: " || matchMedia('(prefers-reduced-motion: reduce)').matches",
    by: '',
  },
  {
    rule: 'A question begins where its answer begins',
    file: 'src/web/chat/styles/log.css',
    replace: `  margin-inline-start: calc(-1 * var(--space-3));
  padding-inline-start: calc(var(--space-3) - 2px);`,
    by: '  padding-inline-start: var(--space-3);',
  },
  {
    rule: 'The actions below an answer begin where its lines begin',
    file: 'src/web/chat/styles/log.css',
    replace: '  margin-inline-start: calc((0.9375rem - var(--touch)) / 2);',
    by: '',
  },
  {
    rule: 'Message begins where the lines of an answer begin',
    file: 'src/web/chat/styles/composer.css',
    replace: '(100% - var(--column)) / 2',
    by: '(100% - var(--column) - 2rem) / 2',
  },
  {
    rule: 'A line of an answer has about 68 characters',
    file: 'src/web/chat/styles/layout.css',
    replace: '--column: 36rem;',
    by: '--column: 45rem;',
  },
  {
    rule: 'What can be done with an earlier answer is out of sight until it is wanted',
    file: 'src/web/chat/styles/log.css',
    replace: ':is(.turn:not(:last-child), .turns:not(:last-child) > .turn):not(:hover)',
    by: '.none',
  },
  {
    rule: 'What can be done with the last answer stays in sight',
    file: 'src/web/chat/styles/log.css',
    replace: ':is(.turn:not(:last-child), .turns:not(:last-child) > .turn):not(:hover)',
    by: '.turn:not(:hover)',
  },
  {
    rule: 'A rating stays in sight',
    file: 'src/web/chat/styles/log.css',
    replace: `
    > :not([aria-pressed="true"]) {
    opacity: 0;`,
    by: `
    > * {
    opacity: 0;`,
  },
];
