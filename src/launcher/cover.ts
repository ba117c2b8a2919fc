import { element } from './element.ts';

/** What the panel shows until the chat appears: a sign of progress, or why it failed and what to do. */
export function createCover(origin: string, onClose: () => void) {
  const note = [
    element('b', { role: 'alert' }, 'The chat cannot be shown here'),
    element('a', { href: origin, target: '_blank' }, 'Open chat in a new tab'),
  ];
  const close = element('button', { className: 'close', ariaLabel: 'Close', onclick: onClose }, '×');
  const cover = element('div');
  return {
    cover,
    show(state: 'loading' | 'blocked' | 'none'): void {
      cover.hidden = state === 'none';
      cover.className = `cover ${state}`;
      cover.replaceChildren(close, ...(state === 'blocked' ? note : []));
    },
  };
}
