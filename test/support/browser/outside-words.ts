import type { Page } from 'playwright-core';

/** What a reader sees or hears beside values: text, and the attributes that are spoken or shown. */
const collect = `(() => {
  const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
  const written = '[lang]:not(html), pre, code, kbd, script, noscript, style, [hidden], .markdown, .question-text';
  const found = [document.title];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.parentElement.closest(written) || element.matches(written)) continue;
    for (const name of attributes) found.push(element.getAttribute(name) ?? '');
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
  }
  return [...new Set(found.map((text) => text.trim()).filter((text) => text !== ''))];
})()`;

/** The words in view that come from no catalogue whose words are marked, and match nothing of `known`. */
export async function outsideWords(page: Page, known: readonly RegExp[]): Promise<readonly string[]> {
  const texts = await page.evaluate<readonly string[]>(collect);
  return texts.filter((text) => {
    const rest = known.reduce((left, one) => left.replaceAll(one, ' '), text.replaceAll(/⟦[^⟧]*⟧/g, ' '));
    return /\p{L}{2}/u.test(rest);
  });
}

/** All that is in view, to compare one language with another. */
export function wordsInView(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(collect);
}
