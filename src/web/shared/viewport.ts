/**
 * Keeps the page as high as its visible part. Browsers that lay the keyboard over the page, and not below it, report
 * its size only this way.
 */
export function keepAboveKeyboard(): void {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const apply = () => {
    const covered = window.innerHeight - viewport.height > 1 && viewport.scale === 1;
    const height = covered ? `${viewport.height}px` : '';
    document.documentElement.style.setProperty('--visible-height', height);
  };
  viewport.addEventListener('resize', apply);
}
