/** Scripts that are written from right to left, and the signs that say so. */
const rightToLeft = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The direction of a block that contains blocks. The browser skips blocks with a direction of their own when it looks
 * for the first letter, so it finds none in such a block, and would look through all of them for each that is added.
 */
export function directionOf(container: HTMLElement): 'rtl' | 'ltr' {
  const letter = /\p{L}/u.exec(container.textContent ?? '')?.[0] ?? '';
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}
