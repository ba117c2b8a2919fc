/**
 * A page wider than its screen is laid out wider than what is seen of it, and its corner is then out of sight: the
 * button stays in the corner of what is seen. A visitor who zooms in wants the page larger, and not the button.
 */
export function keepSeen(root: HTMLElement): () => void {
  const viewport = visualViewport;
  const update = () => {
    const { style } = root;
    style.translate = '';
    if (!viewport || viewport.scale > 1) return;
    const { right, bottom } = getComputedStyle(root);
    const own = root.getBoundingClientRect();
    const unseen = own.right + parseFloat(right) - viewport.width;
    const below = own.bottom + parseFloat(bottom) - viewport.height;
    // Where the page fits, an on-screen keyboard covers the button as it covers the page.
    if (unseen < 1) return;
    const x = viewport.offsetLeft - (root.matches('.left') ? 0 : unseen);
    style.translate = `${x}px ${viewport.offsetTop - below}px`;
  };
  for (const type of ['resize', 'scroll']) viewport?.addEventListener(type, update);
  return update;
}
