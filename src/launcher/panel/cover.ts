import { element } from '../element.ts';
import type { Options } from '../launcher-api.ts';
import type { View } from '../view.ts';
import { words } from './words.ts';

/** What the panel shows until the chat appears: a sign of progress, or why it failed and what to do. */
export function createCover(
  origin: string,
  { cover, close, panel }: Pick<View, 'cover' | 'close' | 'panel'>,
  options: () => Options,
) {
  close.ariaLabel = words.close;
  // Visitors hear it with the name of the dialog, and see it until the chat in the frame says it.
  panel.ariaDescription = `AI · ${words.fromAi}`;
  return (state: 'loading' | 'blocked' | 'none'): void => {
    cover.hidden = state === 'none';
    cover.className = `cover ${state}`;
    cover.replaceChildren(close);
    if (state === 'loading') cover.append(element('small', {}, panel.ariaDescription ?? ''));
    if (state !== 'blocked') return;
    cover.append(
      element('span', {}, panel.ariaLabel ?? ''),
      element('b', { role: 'alert' }, words.cannotShow),
      canSignIn(options())
        ? element('a', { href: origin, target: '_blank' }, words.newTab)
        : element('span', {}, words.tryLater),
    );
  };
}

/** A visitor with a token from the page has no account on the chat's own page, unless the page says so. */
function canSignIn({ newTab, token, tokenEndpoint, getToken }: Options): boolean {
  return newTab ? newTab !== 'false' : !(token || tokenEndpoint || getToken);
}
