/** Built node by node: no markup is parsed, so a page with Trusted Types has nothing to refuse. */
export function element<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  members?: Partial<HTMLElementTagNameMap[T]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[T] {
  const node = Object.assign(document.createElement(tag), members);
  node.append(...children);
  return node;
}
