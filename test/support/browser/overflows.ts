import type { Page } from 'playwright-core';

/**
 * Buttons, links, fields and headings in view whose words are wider than they are, or that leave the window. What is
 * cut with an ellipsis on purpose, such as a title, is left out.
 */
export function findOverflows(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('button, a, label, select, h1, h2, .menu-user, .ai-notice')]
      .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }) && !element.closest('[inert], .visually-hidden'))
      .filter((element) => !element.matches('.visually-hidden') && getComputedStyle(element).textOverflow !== 'ellipsis')
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return element.scrollWidth > element.clientWidth + 1 || left < -1 || right > innerWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 160))
  `);
}
