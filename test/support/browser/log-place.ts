import type { Page } from 'playwright-core';
import { untilTrue } from './until-true.ts';

const log = `document.querySelector('.log')`;
const topOf = (element: string) =>
  `(${element}.getBoundingClientRect().top - ${log}.getBoundingClientRect().top)`;
const lastTurn = `[...${log}.getElementsByClassName('turn')].at(-1)`;

/** True where the last question stands at the top of the log. */
export const isAtTop = `Math.abs(${topOf(lastTurn)}) < 2`;
/** True where the last answer's end is visible. */
export const isAtEnd = `${lastTurn}.lastElementChild.getBoundingClientRect().bottom <= ${log}.getBoundingClientRect().bottom`;

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

/** Waits until nothing scrolls any more, inertia included. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const log = ${log};
    let timer = setTimeout(resolve, 300);
    log.addEventListener('scroll', () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, 300);
    });
  })`);
}
