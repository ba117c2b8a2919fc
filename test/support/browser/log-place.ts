import type { CDPSession, Page } from 'playwright-core';
import { until } from '#test/reading/until.ts';
import { untilTrue } from './until-true.ts';

const log = `document.querySelector('.log')`;
const topOf = (element: string) =>
  `(${element}.getBoundingClientRect().top - ${log}.getBoundingClientRect().top)`;
const lastTurn = `[...${log}.getElementsByClassName('turn')].at(-1)`;

/** True where the last question stands at the top of the log. */
export const isAtTop = `Math.abs(${topOf(lastTurn)}) < 2`;
/** True where the last answer's end is visible. */
export const isAtEnd = `${lastTurn}.lastElementChild.getBoundingClientRect().bottom <= ${log}.getBoundingClientRect().bottom`;

/** True where no answer is written. */
export const isDone = `document.querySelector('.send:not(.stop)') !== null`;

export async function stopAnswer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop' }).click();
  await untilTrue(page, isDone);
}

/** How visible a table in the first answer would be. */
export const tableAbove = `(() => {
  const table = document.createElement('div');
  table.className = 'table';
  document.querySelector('.turn .markdown').append(table);
  const { contentVisibility } = getComputedStyle(table);
  table.remove();
  return contentVisibility;
})()`;

/** Where the turn with this question stands, in pixels below the top of the log. */
export function turnTop(page: Page, question: string): Promise<number> {
  const turn = `[...document.querySelectorAll('.turn')].find((each) => each.querySelector('.question')?.textContent.includes(${JSON.stringify(question)}))`;
  return page.evaluate<number>(topOf(turn));
}

/** Waits until the last answer has grown by some lines. */
export async function untilGrown(page: Page): Promise<void> {
  const length = await page.evaluate<number>(`${lastTurn}.textContent.length`);
  await untilTrue(page, `${lastTurn}.textContent.length > ${length + 100}`);
}

/** Waits until nothing scrolls any more, inertia included: in frames, which a machine that stands still does not draw. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const log = ${log};
    let [top, frames] = [log.scrollTop, 0];
    const look = () => {
      frames = log.scrollTop === top ? frames + 1 : 0;
      top = log.scrollTop;
      if (frames > 20) resolve();
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

/** The reader looks at what is above, and the page follows the end no more. */
export async function leaveEnd(page: Page): Promise<void> {
  await page.mouse.move(640, 300);
  await page.mouse.wheel(0, -400);
  await untilTrue(page, `!(${isAtEnd})`);
  await untilStill(page);
}

/** Waits until what the page has just changed is in its place: the browser puts it there with the next frame. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
  );
}

/** Makes the last answer higher than any step that the page allows for. */
export const grow = `(() => {
  const part = ${lastTurn}.lastElementChild;
  part.style.minHeight = part.offsetHeight + 400 + 'px';
})()`;

/** Longer than anything that the page waits for by a clock. */
const standStill = 'for (const until = performance.now() + 500; performance.now() < until; )';

/**
 * A reader who scrolls to the end that they see, while the page stands still: it learns of that in the next frame, as
 * where the browser scrolls beside it. Meanwhile the answer has grown, which was drawn or not.
 */
export async function scrollInStall(page: Page, growth: 'drawn' | 'not drawn'): Promise<void> {
  // Timers that are due come first, which they would not where the next one has no time of its own.
  const stalls = {
    drawn: `new ResizeObserver((_, sizes) => {
      sizes.disconnect();
      ${standStill};
      setTimeout(scroll, 1);
    }).observe(end);
    ${grow};`,
    'not drawn': `setTimeout(() => {
      ${standStill};
      setTimeout(() => {
        scroll();
        ${grow};
      }, 1);
    });`,
  };
  const isOver = page.evaluate(`new Promise((resolve) => {
    const [log, end] = [${log}, ${lastTurn}.lastElementChild];
    const seen = log.scrollTop + end.getBoundingClientRect().bottom - log.getBoundingClientRect().bottom;
    const scroll = () => {
      log.scrollTop = seen;
      log.addEventListener('scroll', resolve, { once: true });
    };
    // What the page itself does with the wheel comes first.
    log.addEventListener('scroll', () => requestAnimationFrame(() => { ${stalls[growth]} }), { once: true });
  })`);
  await page.mouse.wheel(0, 1);
  await isOver;
}

/** Drags the scrollbar of the log, from wherever its thumb is, by about so many pixels of it. */
export async function dragScrollbar(page: Page, by: number): Promise<void> {
  const { x, y } = await page.evaluate<{ x: number; y: number }>(`(() => {
    const log = document.querySelector('.log');
    const { right, top, height } = log.getBoundingClientRect();
    const thumb = (log.scrollTop + log.clientHeight / 2) / log.scrollHeight;
    return { x: right - 4, y: top + Math.min(height - 20, Math.max(20, thumb * height)) };
  })()`);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + by, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(640, 300);
}

/** As often as a reader would: a busy machine may draw more of the answer at once than one drag leaves behind. */
export async function dragAway(page: Page): Promise<void> {
  await until(async () => {
    await dragScrollbar(page, -200);
    return page.evaluate<boolean>(`!(${isAtEnd})`);
  });
}

/** A finger that moves down, or up where `by` is negative. */
export async function swipe(session: CDPSession, by: number): Promise<void> {
  const from = by > 0 ? 150 : 600;
  const steps = 8;
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 180, y: from }] });
  for (let step = 1; step <= steps; step += 1) {
    const touchPoints = [{ x: 180, y: from + (by * step) / steps }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** As in a browser that does not keep the place of what is read. */
export async function withoutAnchoring(page: Page): Promise<void> {
  await page.addInitScript(`
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (name, value) => name !== 'overflow-anchor' && supports(name, value);
    ${keepNothing};
  `);
}

/** The same on a page that does not know, and does nothing in the browser's place. */
export const keepNothing = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.log { overflow-anchor: none !important } .turn { content-visibility: visible !important }');
  document.adoptedStyleSheets = [sheet];
})()`;

/**
 * Makes the log narrow, and wide again in a frame that also tells of scrolling, as where a window is dragged: what is
 * above gets lower, and the page has seen that before it moves.
 */
export async function widenInScroll(page: Page): Promise<void> {
  await page.evaluate(`${log}.style.marginInlineEnd = '40rem'`);
  await untilDrawn(page);
  await page.evaluate(`new Promise((resolve) => {
    const widen = () => {
      ${log}.style.marginInlineEnd = '';
      resolve();
    };
    // Before the page's own listener.
    addEventListener('scroll', widen, { capture: true, once: true });
    ${log}.scrollTop += 1;
  })`);
  await untilDrawn(page);
}
