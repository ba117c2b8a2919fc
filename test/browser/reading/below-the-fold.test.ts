import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { shareBrowserWorld } from '#test/browser/browser.ts';

const answer = `${'Some words.\n\n'.repeat(80)}
\`\`\`js
${'wide '.repeat(90)}
\`\`\`

${'More words.\n\n'.repeat(80)}
| ${'a wide heading | '.repeat(30)}
|${'--|'.repeat(30)}
| ${'b | '.repeat(30)}

${'More words.\n\n'.repeat(80)}
The end.`;

describe('What is too wide, far below what is in view', () => {
  test('is a stop of the Tab key, which brings it into view', async () => {
    const world = await shareBrowserWorld();
    // The page's own policy would block axe.
    await using tab = await world.tab({ bypassCSP: true });
    const page = await tab.chat(await world.hosted.tenant());
    world.hosted.api.provider.enqueue({ texts: [answer] });
    await page.getByRole('textbox', { name: 'Message' }).fill('Something wide');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    await page.getByRole('button', { name: 'Wrap lines' }).waitFor({ state: 'attached' });
    equal(await page.locator('.log').evaluate(({ scrollTop }: { scrollTop: number }) => scrollTop), 0);
    await requireAccessible(page, 'an answer whose code nobody has seen yet');
    await page.getByRole('log').focus();
    deepEqual(await stopsInView(page), ['Code', 'Table']);
  });
});

/** The names of the groups that Tab reaches from the log to the composer and that are then in view. */
async function stopsInView(page: Page): Promise<readonly string[]> {
  const stops: string[] = [];
  for (let key = 0; key < 30; key += 1) {
    await page.keyboard.press('Tab');
    const [name, isOver] = await page.evaluate<readonly [string, boolean]>(`(() => {
      const focused = document.activeElement;
      const { top, bottom } = focused.getBoundingClientRect();
      const isSeen = focused.role === 'group' && bottom > 0 && top < innerHeight;
      return [isSeen ? focused.ariaLabel : '', focused.closest('.log') === null];
    })()`);
    if (isOver) break;
    if (name !== '') stops.push(name);
  }
  return stops;
}

export const breaks: readonly Break[] = [
  {
    rule: 'what is too wide below the fold is reached by the Tab key',
    file: 'src/web/shared/markdown/tools/scrollers.ts',
    replace: 'if (scroller.isConnected && !isLaidOut(scroller)) addStop(scroller);',
    by: '',
  },
];
