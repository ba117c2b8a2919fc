import type { View } from '../view.ts';

/** CSS pixels of a page that is not zoomed. A smaller screen has no room for a page beside the chat. */
const leastWidth = 480;
const leastHeight = 400;

/** On a phone the open chat takes the whole screen, and the page behind it is inert until it closes. */
export function createPhoneMode({ root, panel }: View, isOver: () => boolean) {
  const viewport = visualViewport;
  const { style } = panel;
  let full = false;

  const update = () => {
    const was = full;
    // Only the visual viewport knows of the keyboard, and of a page that is wider than its screen.
    const { scale, offsetLeft, offsetTop, ...size } = readSize(viewport);
    const width = size.width * scale;
    const height = size.height * scale;
    full = isOver() && (width < leastWidth || height < leastHeight);
    style.cssText = full ? `width:${width}px;height:${height}px` : '';
    // A page wider than its screen is shown smaller, which the chat must not be. Zooming in enlarges the chat too.
    if (full && scale <= 1) {
      style.translate = `${offsetLeft}px ${offsetTop}px`;
      style.scale = `${1 / scale}`;
    }
    if (!full && !was) return;
    root.classList.toggle('full', full);
    panel.ariaModal = `${full}`;
    document.documentElement.style.overflow = full ? 'hidden' : '';
    document.body.inert = full;
  };

  for (const type of ['resize', 'scroll']) viewport?.addEventListener(type, update);
  return {
    update,
    end(): void {
      for (const type of ['resize', 'scroll']) viewport?.removeEventListener(type, update);
    },
  };
}

function readSize(viewport: VisualViewport | null) {
  const {
    width = innerWidth,
    height = innerHeight,
    scale = 1,
    offsetLeft = 0,
    offsetTop = 0,
  } = viewport ?? {};
  return { width, height, scale, offsetLeft, offsetTop };
}
