import { readAccent } from './accent.ts';
import { parts } from './build-values.ts';
import { element } from './element.ts';
import { keepSeen } from './keep-seen.ts';
import styles from './launcher.css?inline';
import type { Options } from './launcher-api.ts';
import { chooseLocale } from './locale.ts';

/** Everything visible, in a shadow tree of its own, so that no styles leak in or out. */
export function createView(
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
  const close = element('button', { className: 'close', ariaLabel: 'Close', onclick: onClose }, '×');
  /** What the panel shows until the chat appears: a sign of progress, and what the second file puts into it. */
  const cover = element('div', { className: 'cover loading', dir: 'auto' }, close);
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
  const followView = keepSeen(root);

  return {
    host,
    shadow,
    root,
    opener,
    panel,
    cover,
    close,
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
      title,
      theme = '',
      position = '',
      offset = '',
      zIndex = '',
      launcher,
      locale,
      accent,
    }: Options): void {
      words.textContent = label;
      const [openChat = '', chat = ''] = parts[chooseLocale(locale)] ?? [];
      opener.ariaLabel = label || openChat;
      panel.ariaLabel = title ?? chat;
      // The page has its own button, or none with `none`: this element does not exist.
      opener.hidden = !!launcher;
      // By default it is where lines of the page end.
      const side = /left|right/.exec(position)?.[0] ?? getComputedStyle(document.documentElement).direction;
      classList.toggle('left', /left|rtl/.test(side));
      style.colorScheme = theme === 'system' ? '' : theme;
      const [fill, text] = readAccent(accent);
      // A plain number means pixels. A value of another kind would move the button away from its corner, or below the page.
      const length = [offset, `${offset}px`].find((value) => CSS.supports('top', value)) ?? '';
      const level = CSS.supports('z-index', zIndex) ? zIndex : '';
      const values = { offset: length, level, fill, text };
      for (const [name, value] of Object.entries(values)) style.setProperty(`--${name}`, value);
      followView();
    },
    /** Inline it is a part of the page, where it is always open. */
    showInline(isInline: boolean): void {
      classList.toggle('inline', isInline);
      panel.role = isInline ? 'region' : 'dialog';
      panel.ariaModal = isInline ? null : 'false';
      followView();
    },
  };
}

export type View = ReturnType<typeof createView>;
