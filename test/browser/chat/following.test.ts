import { equal, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import {
  dragAway,
  dragScrollbar,
  grow,
  isAtEnd,
  isAtTop,
  isDone,
  keepNothing,
  leaveEnd,
  scrollInStall,
  stopAnswer,
  swipe,
  tableAbove,
  turnTop,
  untilDrawn,
  untilGrown,
  untilStill,
  widenInScroll,
  withoutAnchoring,
} from '#test/browser/log-place.ts';
import { storeConversation } from '#test/browser/stored-conversation.ts';
import { untilTrue } from '#test/browser/until-true.ts';
import { until } from '#test/reading/until.ts';

let world: BrowserWorld;
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 740 };
const texts = Array.from({ length: 300 }, (_, n) =>
  n % 2 === 0 ? `Question ${n}` : `Answer ${n}\n\n${`- a point of ${n}\n`.repeat(n % 12)}`,
);

describe('The log of the chat page', () => {
  before(async () => {
    world = await openBrowserWorld({}, { scrollbars: true });
  });

  after(() => world[Symbol.asyncDispose]());

  test('every question stands at the top, whatever the page does by itself', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab({ reducedMotion: 'no-preference', viewport: desktop });
    const page = await tab.chat(tenant);
    await page.evaluate(keepNothing);
    for (const [nth, lines] of [60, 1, 1, 60].entries()) {
      // It has more lines on a phone.
      await ask(page, `Question ${nth}${' of many words'.repeat(12)}`, lines);
      await untilTrue(page, isAtTop);
      await untilTrue(page, isDone);
      ok(await page.evaluate(isAtTop), `question ${nth}`);
    }
    await widenInScroll(page);
    await page.setViewportSize(phone);
    await untilStill(page);
    ok(await page.evaluate(isAtTop));
    // Or the next question would have the page lay out all tables and code of the answer above it at once.
    equal(await page.evaluate(tableAbove), 'auto');
    // What the reader did before a question is over.
    await page.getByRole('log').press('PageDown');
    await untilStill(page);
    await ask(page, 'The last question', asLongAsItTakes);
    await untilTrue(page, isAtTop);
    // Another size, a draft of several lines and a focus that moves are nothing that the reader scrolled.
    await page.setViewportSize({ width: 1000, height: 640 });
    for (const line of ['one', 'two', 'three']) {
      await page.keyboard.type(line);
      await page.keyboard.press('Shift+Enter');
    }
    await page.getByRole('log').focus();
    await untilGrown(page);
    ok(await page.evaluate(isAtTop));
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await untilTrue(page, isAtEnd);
    equal(await tab.focused(), 'Conversation');
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('four\nfive');
    await untilGrown(page);
    await untilTrue(page, isAtEnd);
    await stopAnswer(page);
    tab.requireNoComplaints();
  });

  test('only the reader ends the following of the end, and takes it up again', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab({ viewport: desktop });
    const page = await tab.chat(tenant);
    await ask(page, 'A very long answer', asLongAsItTakes);
    await untilTrue(page, isAtTop);
    await untilTrue(page, `!(${isAtEnd})`);
    await page.mouse.move(640, 300);
    const up: Record<string, () => Promise<unknown>> = {
      wheel: () => page.mouse.wheel(0, -150),
      'Page Up': () => page.getByRole('log').press('PageUp'),
      'Arrow Up': () => page.getByRole('log').press('ArrowUp'),
      Home: () => page.getByRole('log').press('Home'),
      scrollbar: () => dragAway(page),
    };
    const down: Record<string, () => Promise<unknown>> = {
      wheel: () => page.mouse.wheel(0, 100_000),
      End: () => page.getByRole('log').press('End'),
      'jump to latest': () => page.getByRole('button', { name: 'Jump to latest' }).click(),
      scrollbar: () => dragScrollbar(page, 1_000),
    };
    for (const [nth, [name, leave]] of Object.entries(up).entries()) {
      const [back, comeBack] = Object.entries(down)[nth % 4] ?? [];
      // As often as a reader would: a page that hardly draws may forget where the end was.
      await until(async () => {
        await comeBack?.();
        await untilGrown(page);
        return page.evaluate<boolean>(isAtEnd);
      });
      await leave();
      await untilTrue(page, `!(${isAtEnd})`);
      await untilStill(page);
      const left = await turnTop(page, 'A very long answer');
      await untilGrown(page);
      const top = await turnTop(page, 'A very long answer');
      ok(Math.abs(top - left) < 2, `${name} after ${back}: from ${left} to ${top}`);
    }
    await stopAnswer(page);
    // Now it grows by steps of the test. What the reader did while the page stood still is not late.
    for (const growth of ['drawn', 'not drawn'] as const) {
      await leaveEnd(page);
      await scrollInStall(page, growth);
      await page.evaluate(grow);
      await untilTrue(page, isAtEnd);
    }
    // Where the end was before that is a place like any other.
    await leaveEnd(page);
    await page.evaluate(grow);
    await untilStill(page);
    await untilStill(page);
    await page.mouse.wheel(0, 400);
    await untilStill(page);
    const stayed = await turnTop(page, 'A very long answer');
    await page.evaluate(grow);
    await untilStill(page);
    ok(Math.abs((await turnTop(page, 'A very long answer')) - stayed) < 2);
    await ask(page, 'Asked while reading above', asLongAsItTakes);
    await untilTrue(page, isAtTop);
    await untilGrown(page);
    ok(await page.evaluate(isAtTop));
    await stopAnswer(page);
    tab.requireNoComplaints();
  });

  test('on a phone a finger decides, and earlier messages come while it scrolls', async () => {
    const tenant = await world.hosted.tenant();
    const user = await tenant.user('anna@example.com');
    const uuid = await storeConversation(world.hosted, tenant, user.id, texts);
    await using tab = await world.tab({ viewport: phone, hasTouch: true, isMobile: true });
    await tab.enter(tenant, 'anna@example.com', `/?conversation=${uuid}`);
    const { page } = tab;
    await page.getByText('Answer 299').waitFor();
    await untilTrue(page, isAtEnd);
    const touch = await page.context().newCDPSession(page);
    await ask(page, 'Asked on a phone', asLongAsItTakes);
    await untilTrue(page, isAtTop);
    await untilGrown(page);
    ok(await page.evaluate(isAtTop));
    // What was loaded is one element beside the answer, and is not laid out with it.
    equal(await page.evaluate("document.querySelectorAll('.log > .turn').length"), 1);
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await untilTrue(page, isAtEnd);
    await swipe(touch, 300);
    await untilStill(page);
    const left = await turnTop(page, 'Asked on a phone');
    await untilGrown(page);
    ok(Math.abs((await turnTop(page, 'Asked on a phone')) - left) < 2);
    await stopAnswer(page);
    for (let swipes = 0; (await page.getByText('Question 200', { exact: true }).count()) === 0; swipes += 1) {
      ok(swipes < 60, 'no earlier messages came');
      await swipe(touch, 500);
    }
    tab.requireNoComplaints();
  });

  for (const anchoring of [true, false]) {
    test(`earlier messages leave what is read in place, ${anchoring ? 'with' : 'without'} the browser's help`, async () => {
      const tenant = await world.hosted.tenant();
      const user = await tenant.user('ben@example.com');
      const uuid = await storeConversation(world.hosted, tenant, user.id, texts);
      await using tab = await world.tab({ viewport: desktop });
      await tab.enter(tenant, 'ben@example.com');
      const { page } = tab;
      if (!anchoring) await withoutAnchoring(page);
      await page.goto(tenant.url(`/?conversation=${uuid}`));
      await page.getByText('Answer 299').waitFor();
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/before=/, async (route) => {
        await held;
        await route.continue();
      });
      await page.mouse.move(640, 300);
      const count = await page.locator('.turn').count();
      await page.mouse.wheel(0, -100_000);
      await untilTrue(page, `document.querySelector('.earlier').disabled`);
      await untilStill(page);
      const first = (await page.locator('.question').first().textContent()) ?? '';
      const top = await turnTop(page, first);
      release();
      await untilTrue(page, `document.querySelectorAll('.turn').length > ${count}`);
      await untilDrawn(page);
      ok(Math.abs((await turnTop(page, first)) - top) < 2, `${top} became ${await turnTop(page, first)}`);
      tab.requireNoComplaints();
    });
  }

  test('printing and searching in the page load everything first', async () => {
    const tenant = await world.hosted.tenant();
    const user = await tenant.user('carl@example.com');
    const uuid = await storeConversation(world.hosted, tenant, user.id, texts);
    await using tab = await world.tab();
    await tab.enter(tenant, 'carl@example.com');
    const { page } = tab;
    await page.addInitScript(
      'window.print = () => { window.printed = document.querySelectorAll(".turn").length }',
    );
    for (const keys of ['Control+p', 'Control+f']) {
      await page.goto(tenant.url(`/?conversation=${uuid}`));
      await page.getByText('Answer 299').waitFor();
      // The page listens when it has loaded its deferred part.
      await until(async () => {
        await page.keyboard.press(keys);
        return page.evaluate<boolean>(`document.querySelectorAll('.turn').length === 150`);
      });
      if (keys === 'Control+p') await untilTrue(page, 'window.printed === 150');
      await untilDrawn(page);
      ok(await page.evaluate(isAtEnd), 'the reader stays where they were');
    }
    tab.requireNoComplaints();
  });
});

/** Lines of an answer that is stopped when the test has seen enough, on a slow machine too. */
const asLongAsItTakes = 20_000;

/** An answer of so many lines, one each 20 ms. */
async function ask(page: Page, prompt: string, lines: number): Promise<void> {
  const answer = Array.from({ length: lines }, (_, line) => `Line ${line} of the answer\n\n`);
  world.hosted.api.provider.enqueue({ texts: answer, paceMs: 20 });
  await page.getByRole('textbox', { name: 'Message' }).fill(prompt);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('article', { name: 'You' }).getByText(prompt, { exact: true }).waitFor();
}

export const breaks: readonly Break[] = [
  {
    rule: 'A sent question moves to the top, also where the page follows the end',
    file: 'src/web/chat/scrolling/use-follow.ts',
    replace: "if (last.fresh) place.value = 'question';",
    by: "if (last.fresh && place.value === 'reader') place.value = 'question';",
  },
  {
    rule: 'The page’s own scrolling is not taken for the reader’s',
    file: 'src/web/chat/scrolling/reader-scroll.ts',
    replace: 'if (held || moves.values.length > 0) {',
    by: 'if (wanted !== null || held || moves.values.length > 0) {',
  },
  {
    rule: 'A question that the page moves back to the top is not scrolled up by the reader',
    file: 'src/web/chat/scrolling/reader-scroll.ts',
    replace: 'top = node.scrollTop;',
    by: '',
  },
  {
    rule: 'A question stays at the top when the window gets another width',
    file: 'src/web/chat/scrolling/follow.ts',
    replace: 'width !== node.clientWidth',
    by: 'width === 0',
  },
  {
    rule: 'The reader’s wheel, keys and scrollbar end the following of the end',
    file: 'src/web/chat/scrolling/follow.ts',
    replace: "place.value = direction === 'down' && end.isReached() ? 'end' : 'reader';",
    by: "if (direction === 'down' && end.isReached()) place.value = 'end';",
  },
  {
    rule: 'A reader who scrolls to the end that is drawn has reached it, where the answer has grown since',
    file: 'src/web/chat/scrolling/moving-end.ts',
    replace: 'Math.min(bottomOf(node), drawn, ...ends.values)',
    by: 'Math.min(bottomOf(node), ...ends.values)',
  },
  {
    rule: 'A reader who scrolls to the end that they saw last has reached it, where more was drawn since',
    file: 'src/web/chat/scrolling/moving-end.ts',
    replace: 'Math.min(bottomOf(node), drawn, ...ends.values)',
    by: 'Math.min(bottomOf(node), drawn)',
  },
  {
    rule: 'What a reader does while the page stands still is not late',
    file: 'src/web/chat/scrolling/recent.ts',
    replace: 'setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(forget)), this.#ms);',
    by: 'setTimeout(forget, this.#ms);',
  },
  {
    rule: 'Where the end was some frames ago is a place like any other',
    file: 'src/web/chat/scrolling/recent.ts',
    replace: 'this.#kept.delete(one)',
    by: 'this.#kept.has(one)',
  },
  {
    rule: 'Earlier messages leave what is read in place in browsers that do not keep it',
    file: 'src/web/chat/scrolling/kept-place.ts',
    replace: 'restore(node, mark);',
    by: '',
  },
  {
    rule: 'Earlier messages come before the reader reaches them',
    file: 'src/web/chat/scrolling/earlier.ts',
    replace: 'if (entries.some(({ isIntersecting }) => isIntersecting)) void showEarlier(chat);',
    by: '',
  },
  {
    rule: 'Printing waits for everything to be loaded',
    file: 'src/web/chat/scrolling/earlier.ts',
    replace: 'void printConversation(chat);',
    by: 'window.print();',
  },
  {
    rule: 'Tables and code of answers above stay out of the layout until they come into view',
    file: 'src/web/chat/conversation/turn-view.tsx',
    replace: "turn.fresh ? ' sent' : ''",
    by: "turn.fresh && isLast ? ' sent' : ''",
  },
  {
    rule: 'What was loaded is not laid out with an answer that grows',
    file: 'src/web/chat/conversation/log.tsx',
    replace: 'turns.slice(0, sent)',
    by: 'turns',
  },
];
