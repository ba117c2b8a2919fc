import { createCover } from './cover.ts';
import { element } from './element.ts';
import styles from './launcher.css?inline';
import type { Options } from './options.ts';

/** Everything visible, in a shadow tree of its own, so that no styles leak in or out. */
export function createView(
  origin: string,
  onToggle: () => void,
  onClose: () => void,
  /** A visitor is about to open it. */
  onInterest: () => void,
) {
  const host = document.createElement('parley-launcher');
  const words = element('span');
  const badge = element('span', { className: 'badge' });
  const opener = element(
    'button',
    { className: 'opener', onclick: onToggle, onpointerenter: onInterest, onfocus: onInterest },
    element('i'),
    words,
    badge,
  );
  const { cover, show: showCover } = createCover(origin, onClose);
  const panel = element(
    'div',
    { className: 'panel', onkeydown: ({ key }) => key === 'Escape' && onClose() },
    cover,
  );
  const root = element('div', { className: 'root' }, panel, opener);
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(root);

  const { classList, style } = root;

  return {
    host,
    opener,
    panel,
    showCover,
    showOpen(isOpen: boolean): void {
      classList.toggle('open', isOpen);
      // A hidden frame must not take the focus from the page that it loads in.
      panel.inert = !isOpen;
      opener.ariaExpanded = `${isOpen}`;
    },
    showUnread(count: number): void {
      badge.textContent = `${count || ''}`;
    },
    apply({
      label = '',
      title = 'Chat',
      theme = '',
      position = '',
      offset = '',
      zIndex = '',
      launcher,
    }: Options): void {
      words.textContent = label;
      opener.ariaLabel = label || 'Open chat';
      panel.ariaLabel = title;
      // The page has its own button, or none with `none`: this element does not exist.
      opener.hidden = !!launcher;
      classList.toggle('left', /left/.test(position));
      style.colorScheme = theme === 'system' ? '' : theme;
      style.setProperty('--offset', offset);
      style.setProperty('--level', zIndex);
    },
    /** Inline it is a part of the page, where it is always open. Full is the whole screen, and modal. */
    setMode(isInline: boolean, isFull: boolean): void {
      classList.toggle('inline', isInline);
      classList.toggle('full', isFull);
      panel.role = isInline ? 'region' : 'dialog';
      panel.ariaModal = isInline ? null : `${isFull}`;
      style.setProperty('--height', isFull ? `${visualViewport?.height}px` : '');
    },
  };
}
