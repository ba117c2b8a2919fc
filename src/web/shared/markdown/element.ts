import { text } from '../text/text.ts';

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
  | 'span'
  | 'strong'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul';

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
  return node;
}

export const words = text.markdown;
