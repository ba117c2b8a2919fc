import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { message } from '#test/browser/launched.ts';
import { useLauncher } from '#test/browser/launcher-fixture.ts';
import { untilTrue } from '#test/browser/until-true.ts';

const phone = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true };
const wide = {
  viewport: '<meta name="viewport" content="width=device-width, initial-scale=1">',
  body: '<div style="width:1200px;height:3000px">Wide</div>',
};

describe("the launcher's button on a page that is wider than the screen", () => {
  const launched = useLauncher();

  test(
    'is in the corner of what is seen, wherever the visitor moves, and opens the chat over all of it',
    launched(
      async ({ site, tab }) => {
        site.page = wide;
        await tab.page.goto(site.origin());
        await isInCorner(tab.page, 'right');
        assert.ok(await tab.page.evaluate('visualViewport.width < 400 && visualViewport.scale <= 1'));
        await swipe(tab.page, 300, 300);
        await isInCorner(tab.page, 'right');
        await tab.page.evaluate("Parley.update({ position: 'left', offset: '12' })");
        await isInCorner(tab.page, 'left', 12);
        await tab.page.evaluate('Parley.open()');
        await message(tab.page).waitFor();
        await untilTrue(tab.page, `${box('.panel')}.left === visualViewport.offsetLeft`);
      },
      { tab: phone },
    ),
  );

  test(
    'stays where it is on a page that fits, also above a keyboard',
    launched(
      async ({ site, tab }) => {
        await tab.page.goto(site.origin());
        await isInCorner(tab.page, 'right');
        const before = await tab.page.evaluate(`${box('.opener')}.bottom`);
        await tab.page.evaluate(`{
          const height = visualViewport.height / 2;
          Object.defineProperty(visualViewport, 'height', { get: () => height });
          visualViewport.dispatchEvent(new Event('resize'));
        }`);
        assert.equal(await tab.page.evaluate(`${box('.opener')}.bottom`), before);
      },
      { tab: phone },
    ),
  );
});

function box(selector: string): string {
  return `document.querySelector('parley-launcher').shadowRoot.querySelector('${selector}').getBoundingClientRect()`;
}

/** Moves what is seen by a finger, which a script cannot do on a page that is wider than the screen. */
async function swipe(page: Page, left: number, up: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const gesture = { x: 200, y: 400, xDistance: -left, yDistance: -up, speed: 4_000 };
  await session.send('Input.synthesizeScrollGesture', gesture);
  await untilTrue(page, 'visualViewport.offsetLeft > 100');
}

async function isInCorner(page: Page, side: 'left' | 'right', gap = 20): Promise<void> {
  const distance = side === 'left' ? 'seen.left - left' : 'left + width - seen.right';
  await untilTrue(
    page,
    `(() => {
      const { offsetLeft: left, offsetTop: top, width, height } = visualViewport;
      const seen = ${box('.opener')};
      const below = top + height - seen.bottom;
      return [${distance}, below].every((each) => Math.abs(each - ${gap}) < 1.5);
    })()`,
  );
}

export const breaks: readonly Break[] = [
  {
    rule: "The launcher's button is in the corner of what is seen of a wide page",
    file: 'src/launcher/keep-seen.ts',
    replace: 'if (unseen < 1) return;',
    by: 'if (unseen > 0) return;',
  },
  {
    rule: "The launcher's button follows what is seen of a wide page",
    file: 'src/launcher/keep-seen.ts',
    replace: "['resize', 'scroll']",
    by: "['resize']",
  },
  {
    rule: "On the left the launcher's button is at the left of what is seen",
    file: 'src/launcher/keep-seen.ts',
    replace: "(root.matches('.left') ? 0 : unseen)",
    by: 'unseen',
  },
  {
    rule: "A keyboard does not move the launcher's button over a page that fits",
    file: 'src/launcher/keep-seen.ts',
    replace: 'if (unseen < 1) return;',
    by: '',
  },
  {
    rule: 'The chat fills the screen of a wide page, wherever its button is',
    file: 'src/launcher/panel/panel.css',
    replace: 'translate: none !important;',
    by: '',
  },
];
