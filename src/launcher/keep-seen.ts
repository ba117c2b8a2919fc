/**
 * A page wider than its screen is laid out wider than what is seen of it, and its corner is then out of sight: the button
 * stays in the corner of what is seen. A visitor who zooms in wants the page larger, and not the button.
 */
export function keepSeen(root: HTMLElement): () => void {
  const viewport = visualViewport;
  const update = () => {
    const { style } = root;
    style.translate = '';
    if (!viewport || viewport.scale > 1) return;
    const { left, right, bottom } = getComputedStyle(root);
    const own = root.getBoundingClientRect();
    const x = root.matches('.left')
      ? parseFloat(left) - own.left
      : viewport.width - parseFloat(right) - own.right;
    const y = viewport.height - parseFloat(bottom) - own.bottom;
    // Where the page fits, a keyboard over it covers the button, as it covers the page.
    if (x + viewport.offsetLeft) style.translate = `${x + viewport.offsetLeft}px ${y + viewport.offsetTop}px`;
  };
  for (const type of ['resize', 'scroll']) viewport?.addEventListener(type, update);
  return update;
}
