import { directionOf } from './direction.ts';

/** The only elements that an answer can contain. */
type Name =
  | 'a'
  | 'blockquote'
  | 'br'
  | 'button'
  | 'code'
  | 'del'
  | 'div'
  | 'em'
  | 'figcaption'
  | 'figure'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'hr'
  | 'li'
  | 'ol'
  | 'p'
  | 'pre'
  | 'section'
  | 'span'
  | 'strong'
  | 'sup'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul';

/** Each block finds its own direction in its text, and code has one: neither reorders what stands around it. */
export function element<N extends Name>(
  name: N,
  children: readonly Node[] = [],
  className = '',
): HTMLElementTagNameMap[N] {
  const node = document.createElement(name);
  if (className !== '') node.className = className;
  node.append(...children);
  // Adjacent texts are merged, so that a tree does not depend on how its source was split.
  node.normalize();
  if (/^(?:p|h\d|t[hd])$/.test(name)) node.dir = 'auto';
  else if (name === 'blockquote') node.dir = directionOf(node);
  // An item may have text of its own, in which the browser knows what to skip.
  else if (name === 'li') node.dir = directionOf(node) === 'rtl' ? 'rtl' : 'auto';
  else if (name === 'code') node.dir = 'ltr';
  return node;
}
