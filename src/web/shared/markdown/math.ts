import temml from 'temml';

const namespace = 'http://www.w3.org/1998/Math/MathML';

const elements = new Set([
  'math',
  'mrow',
  'mi',
  'mn',
  'mo',
  'ms',
  'mtext',
  'mspace',
  'mfrac',
  'msqrt',
  'mroot',
  'mstyle',
  'merror',
  'mpadded',
  'mphantom',
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mmultiscripts',
  'mprescripts',
  'none',
  'mtable',
  'mtr',
  'mtd',
]);

const attributes = new Set([
  'display',
  'displaystyle',
  'scriptlevel',
  'mathvariant',
  'stretchy',
  'symmetric',
  'fence',
  'form',
  'separator',
  'lspace',
  'rspace',
  'minsize',
  'maxsize',
  'largeop',
  'movablelimits',
  'accent',
  'accentunder',
  'linethickness',
  'width',
  'height',
  'depth',
  'voffset',
  'rowspan',
  'columnspan',
]);

/**
 * A formula as MathML, built node by node from elements that are known to be harmless; null when it is not valid TeX.
 */
export function buildFormula(tex: string, displayMode: boolean): Node | null {
  try {
    const tree: unknown = temml.__renderToMathMLTree(tex, {
      displayMode,
      throwOnError: true,
      trust: false,
      strict: false,
      maxExpand: 200,
      maxSize: [20, 20],
    });
    return buildNode(tree)[0] ?? null;
  } catch {
    return null;
  }
}

function buildNode(tree: unknown): Node[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const children = 'children' in tree && Array.isArray(tree.children) ? tree.children.flatMap(buildNode) : [];
  if (!('type' in tree) || typeof tree.type !== 'string') {
    const isText = 'text' in tree && typeof tree.text === 'string';
    return isText ? [document.createTextNode(String(tree.text))] : children;
  }
  if (!elements.has(tree.type)) return children;
  const node = document.createElementNS(namespace, tree.type);
  if ('attributes' in tree && typeof tree.attributes === 'object') copyAttributes(node, tree.attributes);
  node.append(...children);
  return [node];
}

function copyAttributes(node: Element, from: object | null): void {
  for (const [name, value] of Object.entries(from ?? {})) {
    if (attributes.has(name)) node.setAttribute(name, String(value));
  }
}
