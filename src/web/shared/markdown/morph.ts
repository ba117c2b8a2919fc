/**
 * Makes the children of `host` from index `from` on equal to `wanted`, and keeps every node that can stay, so that a
 * selection, a scroll position or a focused button survives the next piece of text.
 */
export function morphChildren(host: Element, wanted: readonly Node[], from = 0): void {
  // By siblings: after each change a browser counts from the first child to find one by its index.
  let present = host.childNodes[from] ?? null;
  for (const node of wanted) {
    const next = present?.nextSibling ?? null;
    if (present === null) host.append(node);
    else if (present !== node && canBecome(present, node)) morph(present, node);
    else if (present !== node) host.replaceChild(node, present);
    present = next;
  }
  while (present !== null) {
    const next: ChildNode | null = present.nextSibling;
    present.remove();
    present = next;
  }
}

function canBecome(present: Node, wanted: Node): boolean {
  return present.nodeType === wanted.nodeType && present.nodeName === wanted.nodeName;
}

function morph(present: Node, wanted: Node): void {
  if (present instanceof Element && wanted instanceof Element) {
    morphAttributes(present, wanted);
    morphChildren(present, [...wanted.childNodes]);
  } else if (present instanceof CharacterData && wanted instanceof CharacterData) {
    morphText(present, wanted.data);
  }
}

/** What is written in place of all of a text collapses a selection in it, and what is appended does not. */
function morphText(present: CharacterData, wanted: string): void {
  if (!wanted.startsWith(present.data)) present.data = wanted;
  else if (wanted !== present.data) present.appendData(wanted.slice(present.length));
}

function morphAttributes(present: Element, wanted: Element): void {
  for (const { name } of [...present.attributes]) {
    if (!wanted.hasAttribute(name)) present.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (present.getAttribute(name) !== value) present.setAttribute(name, value);
  }
}
