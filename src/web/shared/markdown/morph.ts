/**
 * Makes the children of `host` from index `from` on equal to `wanted`, and keeps every node that can stay, so that a
 * selection, a scroll position or a focused button survives the next piece of text.
 */
export function morphChildren(host: Element, wanted: readonly Node[], from = 0): void {
  wanted.forEach((node, offset) => {
    const present = host.childNodes[from + offset];
    if (present === undefined) host.append(node);
    else if (canBecome(present, node)) morph(present, node);
    else host.replaceChild(node, present);
  });
  while (host.childNodes.length > from + wanted.length) host.lastChild?.remove();
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
