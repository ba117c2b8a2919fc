const narrow = matchMedia('(width < 30rem)');

/** On a phone the open chat takes the whole screen, and the page behind it is inert until it closes. */
export function createPhoneMode(setFull: (isFull: boolean) => void, isOver: () => boolean) {
  let full = false;

  const update = () => {
    const was = full;
    const { style } = document.documentElement;
    full = narrow.matches && isOver();
    setFull(full);
    if (!full && !was) return;
    style.overflow = full ? 'hidden' : '';
    document.body.inert = full;
  };

  narrow.onchange = update;
  // The keyboard shrinks the visible area, which a frame cannot observe.
  visualViewport?.addEventListener('resize', update);
  return update;
}
